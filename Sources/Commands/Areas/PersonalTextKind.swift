import Domain
import EventStore
import MovieNightPrimitives

/// A kind of personal text, described by the members of its JSON object. Each area lists its kinds in
/// `AreaStates.textKinds`. Stores, exports and copies treat texts of all kinds alike.
package struct PersonalTextKind: Sendable {
  /// The value of the JSON member `kind` in these texts; nil for the oldest kinds, whose texts have no such member.
  let name: String?
  /// The other JSON members of these texts. Each is a string with a range of allowed lengths in characters.
  let members: [(name: StaticString, lengths: ClosedRange<Int>)]

  /// Creates a kind whose name no other kind has. The name is nil for a kind that is older than the JSON member `kind`;
  /// no two such kinds may share a member's name.
  package init(_ name: String?, _ members: (name: StaticString, lengths: ClosedRange<Int>)...) {
    self.name = name
    self.members = members
  }

  /// Creates a text with a value for each of `members`. The text is about `member`, or the household if that is nil.
  package func text<Kind>(
    _ id: Identifier<Kind>, of household: HouseholdID, about member: MemberID?, _ values: String...
  ) -> PersonalText {
    let json = JSONWriter.object(reserving: 96) { json in
      if let name { json.field("kind", name) }
      for (member, value) in zip(members, values) { json.field(member.name, value) }
    }
    return PersonalText(
      id: Identifier(id), owner: Identifier(household), subject: member.map { Identifier($0) }, value: json.bytes)
  }

  fileprivate func isComplete(_ json: JSONValue) -> Bool { members.allSatisfy { json[$0.name] != nil } }

  /// Checks the members of a text. If `isWhole`, all of them must be present, and none may be too short.
  fileprivate func check(_ json: JSONValue, isWhole: Bool) throws(JSONError) {
    for (name, lengths) in members {
      guard let value = json[name] else {
        if isWhole { throw JSONError(.missing, field: "value.\(name)") }
        continue
      }
      guard let text = value.string, text.count <= lengths.upperBound, !isWhole || text.count >= lengths.lowerBound
      else {
        throw JSONError(
          .wrongType(expected: "a string of at most \(lengths.upperBound) characters"), field: "value.\(name)")
      }
    }
  }
}

package struct PersonalTextKinds: Sendable {
  private let unnamed: [PersonalTextKind]
  private let named: [String: PersonalTextKind]

  /// Creates a list of kinds, which must have different names.
  init(_ kinds: [PersonalTextKind]) {
    unnamed = kinds.filter { $0.name == nil }
    named = Dictionary(uniqueKeysWithValues: kinds.compactMap { kind in kind.name.map { ($0, kind) } })
  }

  /// Checks that a server can show a text. Throws the first error, with the path of the invalid member.
  package func check(_ text: PersonalText) throws(JSONError) {
    // This id marks an unfinished copy. A store that contains it is not served.
    guard text.id != UnfinishedCopy.mark.id else {
      throw JSONError(.wrongType(expected: "a text's id"), field: "text_id")
    }
    let json = try JSONDocument(text.value).root
    guard let word = json["kind"] else {
      for kind in unnamed { try kind.check(json, isWhole: false) }
      guard unnamed.contains(where: { $0.isComplete(json) }) else { throw Self.unknown("value") }
      return
    }
    guard let kind = word.string.flatMap({ named[$0] }) else { throw Self.unknown("value.kind") }
    try kind.check(json, isWhole: true)
  }

  private static func unknown(_ field: String) -> JSONError {
    JSONError(.wrongType(expected: "a known kind of personal text"), field: field)
  }
}
