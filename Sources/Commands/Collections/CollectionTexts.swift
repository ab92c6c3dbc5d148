import Domain
import EventStore
import MovieNightPrimitives

extension PersonalTextKind {
  static let collectionList = PersonalTextKind(
    "list", ("name", CollectionLimits.listName), ("description", CollectionLimits.listDescription))
  static let collectionNote = PersonalTextKind("note", ("text", CollectionLimits.note))
}

/// Creates and reads the personal texts of collections, which are about their member.
public enum CollectionTexts {
  /// Returns the text of a list, trimmed. It has the list's id.
  static func list(
    _ id: ListID, name: String, description: String, of member: MemberID, in household: HouseholdID
  ) throws(Refusal) -> PersonalText {
    let name = try PersonalTexts.trimmed(name, CollectionLimits.listName, field: "name")
    let description = PersonalTexts.trimmed(description)
    guard fits(description, CollectionLimits.listDescription, CollectionLimits.descriptionBytes) else {
      throw .badParameter(
        "description", "must have at most \(CollectionLimits.listDescription.upperBound) characters and 8,000 bytes")
    }
    return PersonalTextKind.collectionList.text(id, of: household, about: member, name, String(description))
  }

  /// Returns the text of a list from a file. A name or description that is not allowed is cut or replaced.
  static func importedList(
    _ id: ListID, name: String, description: String, of member: MemberID, in household: HouseholdID
  ) -> PersonalText {
    let cut = String(PersonalTexts.trimmed(name).prefix(CollectionLimits.listName.upperBound))
    let name = (try? PersonalTexts.trimmed(cut, CollectionLimits.listName, field: "name")) ?? "Imported list"
    var description = PersonalTexts.trimmed(description).prefix(CollectionLimits.listDescription.upperBound)
    while description.utf8.count > CollectionLimits.descriptionBytes.upperBound { description.removeLast() }
    return PersonalTextKind.collectionList.text(id, of: household, about: member, name, String(description))
  }

  /// Returns the text of a note as it was typed. It has the note's id.
  static func note(
    _ id: NoteID, _ text: String, of member: MemberID, in household: HouseholdID
  ) throws(Refusal) -> PersonalText {
    guard isNote(text) else {
      throw .badParameter(
        "text", "must have \(CollectionLimits.note.lowerBound) to \(CollectionLimits.note.upperBound) characters")
    }
    return PersonalTextKind.collectionNote.text(id, of: household, about: member, text)
  }

  /// Whether a note may have this text. It counts the characters, so an import asks before its decision.
  package static func isNote(_ text: String) -> Bool {
    fits(text[...], CollectionLimits.note, CollectionLimits.noteBytes) && text.contains { !$0.isWhitespace }
  }

  public static func list(of text: PersonalText) -> (name: String, description: String)? {
    guard let json = try? JSONDocument(stored: text.value).root, let name = json["name"]?.string else { return nil }
    return (name, json["description"]?.string ?? "")
  }

  public static func note(of text: PersonalText) -> String? {
    (try? JSONDocument(stored: text.value).root)?["text"]?.string
  }

  /// Whether a text has an allowed number of characters and of bytes. Characters, which take long to tell apart, are
  /// only counted if there can be too many.
  private static func fits(_ text: Substring, _ characters: ClosedRange<Int>, _ bytes: ClosedRange<Int>) -> Bool {
    guard bytes.contains(text.utf8.count) else { return false }
    return text.utf8.count <= characters.upperBound || characters.contains(text.count)
  }

  /// Refuses an icon or a color that is not well-formed; nil is allowed.
  static func check(icon: String?, color: String?) throws(Refusal) {
    if let icon, !isIcon(icon) { throw .badParameter("icon", "must have 1 to 60 of A-Z, a-z, 0-9, dot, _ and -") }
    if let color, !isColor(color) { throw .badParameter("color", "must be a color such as #1E90FF") }
  }

  package static func isIcon(_ text: String) -> Bool {
    CollectionLimits.icon.contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains($0))
      }
  }

  package static func isColor(_ text: String) -> Bool {
    text.utf8.count == 7 && text.first == "#" && text.utf8.dropFirst().allSatisfy { hexDigitValue($0) != nil }
  }
}
