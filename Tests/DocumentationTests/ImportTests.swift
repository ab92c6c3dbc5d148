import TestSupport
import Testing

/// Importing Foundation would slow down the start of every command (decision 0001). `MovieNightFoundation` may import
/// it, because only apps use that module.
@Suite struct ImportTests {
  @Test func onlyMovieNightFoundationImportsFoundation() throws {
    let imports = try Project.sources().filter { $0.text.contains(#/(?m)^ *(?:@\w+ )?import Foundation/#) }.map(\.path)
    #expect(imports.contains("Sources/MovieNightFoundation/FoundationBridge.swift"))
    #expect(imports.filter { !$0.hasPrefix("Sources/MovieNightFoundation/") } == [])
  }
}
