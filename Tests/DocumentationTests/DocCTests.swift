import Foundation
import TestSupport
import Testing

/// The DocC documentation of the client.
struct DocCTests {
  private static let module = "MovieNightKit"

  private let folder: ReaderFolder

  init() throws { folder = try ReaderFolder() }

  /// DocC warns of broken links and of partly documented parameters.
  @Test func documentationBuildsWithoutWarnings() throws {
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

  /// Initializers need no comment, because their parameters are the properties. Nor do words and fields of the
  /// protocol, whose types may explain them.
  @Test func everyPublicDeclarationIsDocumented() throws {
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

  /// Extracts symbol graphs into `graphs`, including the module's extensions of other modules.
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

/// The compiler's description of a module's public declarations.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Comment: Decodable {}
    struct Location: Decodable { let uri: String }

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?

    /// Whether `OpenEnum` or `Identifiable` already documents the property.
    private var isDocumentedByProtocol: Bool { ["rawValue", "id"].contains(pathComponents.last) }

    var needsDocumentation: Bool {
      switch kind.identifier {
      case "swift.init", "swift.extension": false
      case "swift.enum.case", "swift.type.property": location?.uri.contains("/Generated/") != true
      case "swift.property": location?.uri.contains("/Generated/EventPayloads.swift") != true && !isDocumentedByProtocol
      default: true
      }
    }
  }

  let symbols: [Symbol]
}
