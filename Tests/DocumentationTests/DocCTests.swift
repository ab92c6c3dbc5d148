import Foundation
import TestSupport
import Testing

/// The documentation of the client, as DocC makes it for those who write apps.
struct DocCTests {
  private static let module = "MovieNightKit"

  private let folder: ReaderFolder

  init() throws { folder = try ReaderFolder() }

  /// No link leads nowhere, and no parameter is left out beside others.
  @Test func itIsMadeWithoutAWarning() throws {
    try readDeclarations()
    let module = Self.module
    let catalog = "\(Project.root.path)/Sources/\(module)/\(module).docc"
    _ = try folder.run(
      """
      PATH=$PATH:$(dirname "$(readlink -f "$(command -v swift)")")
      docc convert '\(catalog)' --additional-symbol-graph-dir graphs --output-path \(module).doccarchive \\
        --fallback-display-name \(module) --fallback-bundle-identifier \(module) --warnings-as-errors >&2
      """, name: "docc", variables: [:])
    let made = "\(folder.path)/\(module).doccarchive/data/documentation/\(module.lowercased()).json"
    #expect(FileManager.default.fileExists(atPath: made))
  }

  /// But for initializers, which take what the properties are, and the protocol's words and fields, some of which their type explains.
  @Test func everyDeclarationIsDocumented() throws {
    try readDeclarations()
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/graphs") {
      let graph = try JSONDecoder().decode(
        SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/graphs/\(name)")))
      for symbol in graph.symbols where symbol.needsDocumentation {
        count += 1
        #expect(symbol.docComment != nil, "\(symbol.pathComponents.joined(separator: "."))")
      }
    }
    #expect(count > 100)
  }

  /// Into `graphs`, with what the module adds to others.
  private func readDeclarations() throws {
    let modules = try ReaderFolder.builtFolder().appendingPathComponent("Modules").path
    _ = try folder.run(
      """
      mkdir graphs
      swift symbolgraph-extract -module-name \(Self.module) -I '\(modules)' -target "$(uname -m)-unknown-linux-gnu" \\
        -output-dir graphs -minimum-access-level public -emit-extension-block-symbols -skip-synthesized-members
      """, name: "declarations", variables: [:])
  }
}

/// What the compiler tells of a module's public declarations.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Comment: Decodable {}
    struct Location: Decodable { let uri: String }

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?

    /// What `OpenChoice` and `Identifiable` say of it already.
    private var isOfAChoice: Bool { ["rawValue", "id"].contains(pathComponents.last) }

    var needsDocumentation: Bool {
      switch kind.identifier {
      case "swift.init", "swift.extension": false
      case "swift.enum.case", "swift.type.property": location?.uri.contains("/Generated/") != true
      case "swift.property": location?.uri.contains("/Generated/EventPayloads.swift") != true && !isOfAChoice
      default: true
      }
    }
  }

  let symbols: [Symbol]
}
