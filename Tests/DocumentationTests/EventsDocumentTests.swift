import Domain
import Foundation
import TestSupport
import Testing

/// `docs/events.md` shows every event as it is stored.
struct EventsDocumentTests {
  let document: Document

  init() throws {
    document = try Document("docs/events.md")
  }

  static let types = EventSchema.current.payloads.map { $0.type }

  @Test func eventTypesHaveSectionsInSchemaOrder() {
    #expect(document.sections.filter { $0.level == 3 }.map(\.title) == Self.types)
  }

  @Test(arguments: types) func exampleMatchesStoredEvent(type: String) throws {
    let payload = try #require(EventSchema.current.payload(ofType: type))
    let stored = try Project.text("Tests/DomainTests/Fixtures/events/\(type).v\(payload.version).json")
    let blocks = try document.section(type).blocks
    #expect(blocks.map(\.info) == ["json"])
    #expect(Self.compact(try #require(blocks.first).text) == Self.compact(stored))
  }

  @Test(arguments: types) func sectionStatesAudience(type: String) throws {
    let sentence =
      switch EventSchema.current.audience(ofType: type) {
      case .household: "Data is read by the household."
      case .memberAndParent: "Data is read by the member and, for a managed member, its parent."
      case .nobody: "Data is read by nobody."
      }
    #expect(try document.section(type).text.contains(sentence))
  }

  @Test(arguments: types) func everyKeyIsExplained(type: String) throws {
    let section = try document.section(type)
    let example = try #require(section.blocks.first).text
    let object = try #require(try JSONSerialization.jsonObject(with: Data(example.utf8)) as? [String: Any])
    for key in object.keys { #expect(section.text.contains("| `\(key)` |"), "\(key) of \(type)") }
  }

  /// JSON without the white space between its tokens.
  private static func compact(_ json: String) -> String {
    var text = ""
    var isInString = false
    var isEscaped = false
    for character in json {
      if !isInString, character.isWhitespace { continue }
      if character == "\"", !isEscaped { isInString.toggle() }
      isEscaped = character == "\\" && !isEscaped
      text.append(character)
    }
    return text
  }
}
