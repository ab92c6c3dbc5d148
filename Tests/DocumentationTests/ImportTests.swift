import TestSupport
import Testing

/// `docs/decisions/0001-primitives.md`: what every command would pay for at its start.
@Suite struct ImportTests {
  @Test func nothingUsesFoundation() throws {
    let imports = try Project.sources().filter { $0.text.contains(#/(?m)^ *(?:@\w+ )?import Foundation/#) }
    #expect(imports.map(\.path) == [])
  }
}
