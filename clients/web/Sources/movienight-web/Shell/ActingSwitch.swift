import MovieNightKit

/// Whom a page is about: the reader, or one of the reader's children, for whom the reader acts.
struct ActingSwitch: Sendable {
  let texts = ActingTexts()
  /// The links between the reader and the children; empty without children.
  let people: [PersonLink]
  let note: String?
  /// The child; nil for the reader.
  let child: MemberID?
  /// The child's id for forms.
  let actingAs: String?

  /// A page of a reader without children.
  init() { (people, note, child, actingAs) = ([], nil, nil, nil) }

  /// - Parameters:
  ///   - chosen: The child that the reader has chosen. Anyone but an own child is ignored.
  ///   - page: The page's path and query, without the choice.
  init(_ members: [Member], reader: MemberID, chosen: MemberID?, at page: String) {
    let texts = ActingTexts()
    let children = members.filter { $0.parentMemberID == reader }
    let current = children.first { $0.id == chosen }
    child = current?.id
    actingAs = current.map { "\($0.id)" }
    note = current.map { texts.actingFor($0.displayName) }
    people =
      children.isEmpty
      ? []
      : [PersonLink(label: texts.you, path: page, isCurrent: current == nil)]
        + children.map {
          PersonLink(
            label: $0.displayName, path: LocalPath.path(page, as: "\($0.id)"), isCurrent: $0.id == current?.id)
        }
  }

  /// Returns the path of another page about the same person.
  func link(_ path: String) -> String { LocalPath.path(path, as: actingAs) }
}

/// A link of the switch between oneself and one's children.
struct PersonLink: Sendable, Equatable {
  let label: String
  let path: String
  let isCurrent: Bool
}

struct ActingTexts: ScreenTexts {
  let asWhom = "As"
  let you = "You"
  func actingFor(_ name: String) -> String { "You act for \(name.isolated)." }
}

extension Visit {
  /// Whom the page is about: the child in the query's field `as`, or the reader.
  func actingSwitch() async throws -> ActingSwitch {
    // The other person's list has pages of its own.
    let page = visitor.page(without: ["as", "cursor"])
    return ActingSwitch(
      try await client.households.get().members, reader: member, chosen: self.query.id("as"), at: page)
  }
}

extension Form {
  /// Returns the path of a page about the person whom the form acts for.
  func keepingPerson(_ path: String) -> String { LocalPath.path(path, as: self["as"]) }

  /// The field of the person whom the form acts for, for the form that takes the action back.
  var personFields: [Notice.Button.Field] { self["as"].map { [.init(name: "as", value: $0)] } ?? [] }
}
