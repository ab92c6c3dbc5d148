import TestSupport
import Testing

/// Importing Foundation would slow down the start of every command (decision 0001). `MovieNightFoundation` may import
/// it, because only apps use that module.
@Suite struct ImportTests {
  @Test func onlyFoundationBridgeImportsFoundation() throws {
    let imports = try Project.sources().filter { $0.text.contains(#/(?m)^ *(?:@\w+ )?import Foundation/#) }
    #expect(imports.map(\.path) == ["Sources/MovieNightFoundation/FoundationBridge.swift"])
  }
}
