import Domain
import ProtocolDocuments
import ProtocolSchema
import TestSupport
import Testing

@testable import Server

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
    let sentence: String? =
      switch EventSchema.current.audience(ofType: type) {
      case .household: nil
      case .memberAndParent:
        "`data` is null in `events.read`, except for the member and, for a managed member, its parent."
      case .nobody: "`data` is null in `events.read`."
      }
    let text = try document.section(type).text
    #expect(text.contains("`data` is null") == (sentence != nil))
    if let sentence { #expect(text.contains(sentence)) }
  }

  /// The ids and members that "Common keys" explains well enough, unless they can be null.
  private static let plainKeys: Set = [
    "invite_id", "list_id", "member_id", "note_id", "parent_member_id", "reminder_id", "round_id", "tmdb_movie_id",
    "token_id",
    "added_by", "changed_by",
    "created_by", "marked_by", "opened_by", "overridden_by", "picked_by", "proposed_by", "removed_by", "renamed_by",
    "revoked_by", "set_by", "started_by", "suggested_by", "unmarked_by", "unsuggested_by", "withdrawn_by",
  ]

  @Test(arguments: types) func everyKeyIsExplained(type: String) throws {
    let description = try #require(MethodTable.current.description.events.first { $0.name == type })
    for field in EventsDocument(document.text).describing(description).data.fields {
      let key = "\(field.name)"
      #expect(!field.summary.isEmpty || !field.isNullable && Self.plainKeys.contains(key), "\(key) of \(type)")
    }
  }

  /// Returns JSON without the white space between its tokens.
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
