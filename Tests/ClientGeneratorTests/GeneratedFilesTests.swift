import ClientGenerator
import Domain
import ProtocolDocuments
import Server
import Testing

/// What stands in `Sources/MovieNightClient/Generated` is what the declarations make.
struct GeneratedFilesTests {
  @Test func theClientIsThatOfTheDeclarations() throws {
    let document = EventsDocument(try Project.text("docs/events.md"))
    let declared = Declarations(
      MethodTable.current.description, inOrderOf: MethodTable.current.all.map(\.name),
      events: EventSchema.current.payloads.map { document.description(of: $0.type, $0.members) })
    let made = Dictionary(uniqueKeysWithValues: try declared.files().map { ($0.path, $0.text) })
    let kept = try Project.sources(in: "Sources/MovieNightClient/Generated")
    let different = Set(made.keys).union(kept.keys).filter { made[$0] != kept[$0] }
    #expect(different.isEmpty, "Run `make protocol`: the declarations make other files than those that are kept.")
  }

  @Test func everyFileBearsTheMark() throws {
    let kept = try Project.sources(in: "Sources/MovieNightClient/Generated")
    #expect(kept.count > 100)
    for (path, text) in kept { #expect(text.hasPrefix(GeneratedFile.mark), "\(path)") }
  }

  @Test func noLineIsLongerThanTheFormatAllows() throws {
    for (path, text) in try Project.sources(in: "Sources/MovieNightClient/Generated") {
      for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(path): \(line)") }
    }
  }
}
