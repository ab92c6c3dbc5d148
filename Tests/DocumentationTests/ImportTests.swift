import TestSupport
import Testing

/// Decision 0001: what every command would pay for at its start. `MovieNightFoundation` is for apps.
@Suite struct ImportTests {
  @Test func onlyFoundationBridgeImportsFoundation() throws {
    let imports = try Project.sources().filter { $0.text.contains(#/(?m)^ *(?:@\w+ )?import Foundation/#) }
    #expect(imports.map(\.path) == ["Sources/MovieNightFoundation/FoundationBridge.swift"])
  }
}
