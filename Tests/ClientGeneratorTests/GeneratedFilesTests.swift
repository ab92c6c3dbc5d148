import ClientGenerator
import ProtocolDocuments
import Server
import TestSupport
import Testing
import ProtocolSchema

/// The checked-in generated files match the declarations.
struct GeneratedFilesTests {
  private static let client = "Sources/MovieNightKit/Generated"
  private static let tests = "Tests/ClientGeneratorTests/Generated"

  private let declared: Declarations

  init() throws {
    let document = EventsDocument(try Project.text("docs/events.md"))
    let description = MethodTable.current.description
    declared = Declarations(
      description, inOrderOf: MethodTable.current.all.map(\.name), events: description.events.map(document.describing))
  }

  @Test func clientFilesMatchDeclarations() throws {
    try expectKept(try declared.clientFiles(), in: Self.client)
  }

  @Test func testFilesMatchDeclarations() throws {
    try expectKept(declared.testFiles, in: Self.tests)
  }

  private func expectKept(_ files: [GeneratedFile], in folder: String) throws {
    let made = Dictionary(uniqueKeysWithValues: files.map { ("\(folder)/\($0.path)", $0.text) })
    let kept = Dictionary(uniqueKeysWithValues: try Project.sources(in: folder).map { ($0.path, $0.text) })
    let different = Set(made.keys).union(kept.keys).filter { made[$0] != kept[$0] }
    #expect(different.isEmpty, "Run `make protocol`: the declarations make other files than those that are kept.")
  }

  @Test func generatedFilesStartWithMark() throws {
    #expect(try Project.sources(in: Self.client).count > 15)
    for folder in [Self.client, Self.tests] {
      for (path, text) in try Project.sources(in: folder) { #expect(text.hasPrefix(GeneratedFile.mark), "\(path)") }
    }
  }

  @Test func generatedClientHasAtMost9500Lines() throws {
    let sources = try Project.sources(in: Self.client)
    #expect(sources.reduce(0) { $0 + $1.text.split(separator: "\n", omittingEmptySubsequences: false).count } <= 9500)
  }

  @Test func generatedLinesHaveAtMost120Characters() throws {
    for folder in [Self.client, Self.tests] {
      for (path, text) in try Project.sources(in: folder) {
        for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(path): \(line)") }
      }
    }
  }
}
