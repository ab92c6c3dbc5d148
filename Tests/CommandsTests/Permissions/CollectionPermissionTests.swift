import Commands
import Domain
import MovieNightPrimitives
import Testing

@testable import CommandsSupport

/// Compares every command of a collection, for every sender, with `docs/permissions.md`.
@Suite struct CollectionPermissionTests {
  private typealias Role = PermissionCast.Role

  /// The owner of the list or note that a command names.
  private enum Target: String, CaseIterable {
    case own, shared, `private`

    /// The member whose list or note it is, seen from `actor`.
    func owner(for actor: MemberID) -> MemberID { self == .own ? actor : Cast.starter }
    func list(for actor: MemberID) -> ListID { Self.list(of: owner(for: actor), isShared: self == .shared) }
    func note(for actor: MemberID) -> NoteID { NoteID(list(for: actor)) }

    static func list(of member: MemberID, isShared: Bool) -> ListID {
      ListID(high: isShared ? 6 : 5, low: member.low)
    }
  }

  /// Every member has a movie, a series, a list and a note; the starter also a shared list and a shared note.
  private static let night: Night = {
    var night = Night(founding: Cast.founding + [Cast.joined(PermissionCast.gone, parent: nil)])
    let senders =
      (Cast.independent + [PermissionCast.gone]).map { ($0, Sender.member($0)) }
      + Cast.parents.map { ($0.key, Sender.member($0.value, actingAs: $0.key)) }
    for (member, sender) in senders {
      night.send(.addTitles([movie(1), series(2)]), by: sender)
      add(Target.list(of: member, isShared: false), isShared: false, to: &night, by: sender)
    }
    let shared = Target.list(of: Cast.starter, isShared: true)
    add(shared, isShared: true, to: &night, by: .member(Cast.starter))
    night.send(.leave, by: .member(PermissionCast.gone))
    return night
  }()

  private static func add(_ id: ListID, isShared: Bool, to night: inout Night, by sender: Sender) {
    night.send(.createList(id, values(isShared: isShared)), by: sender)
    night.send(.addToList(id, [.movie(1)], after: nil), by: sender)
    night.send(.addNote(NoteID(id), .movie(1), nil, text: "A note", ownerOnly: !isShared), by: sender)
  }

  private static func movie(_ id: Int) -> NewTitle { NewTitle(.movie(id), TitleFacts(title: "Movie")) }
  private static func series(_ id: Int) -> NewTitle { NewTitle(.series(id), TitleFacts(title: "Series")) }
  private static func values(isShared: Bool) -> ListChanges {
    ListChanges(name: "List", isShared: isShared)
  }

  /// Returns a valid command, which can be refused only because of its sender and target.
  private static func example(_ method: String, list: ListID, note: NoteID, by actor: MemberID) -> CollectionCommand? {
    let episode = EpisodeSelection(of: 2, season: 1, numbers: [1])
    var (paused, small) = (TitleChanges(), PreferenceChanges())
    paused.status = .paused
    small.imageSize = "w185"
    return switch method {
    case "titles.add": .addTitles([movie(3)])
    case "titles.set": .setTitles([.movie(1)], paused)
    case "titles.remove": .removeTitles([.movie(1)])
    case "titles.mark": .markMovies([1], watchedAt: nil, again: false)
    case "titles.unmark": .unmarkMovies([1], .last)
    case "titles.refresh": .refreshTitles([(.movie(1), TitleFacts(title: "Another"))])
    case "episodes.mark":
      .markEpisodes(EpisodeMark(episode))
    case "episodes.unmark": .unmarkEpisodes(episode, .last)
    case "lists.create": .createList(ListID(high: 9, low: 9), values(isShared: false))
    case "lists.update": .updateList(list, ListChanges(name: "Renamed"))
    case "lists.remove": .removeList(list)
    case "lists.order": .orderLists([Target.list(of: actor, isShared: false)])
    case "lists.add_titles": .addToList(list, [.series(2)], after: nil)
    case "lists.remove_titles": .removeFromList(list, [.movie(1)])
    case "lists.move_titles": .moveInList(list, [.movie(1)], after: nil)
    case "notes.add": .addNote(NoteID(high: 9, low: 9), .movie(1), nil, text: "x", ownerOnly: true)
    case "notes.edit": .editNote(note, text: "Another", ownerOnly: nil)
    case "notes.remove": .removeNote(note)
    case "collection.set_preferences": .setPreferences(small)
    case "collection.clear": .clear(confirmation: "DELETE")
    default: nil
    }
  }

  /// The commands that need not change anything here: there is no play to remove, and a list has one title.
  private static let unchanging: Set = ["titles.unmark", "episodes.unmark", "lists.order", "lists.move_titles"]

  @Test func pageMatchesDeciderOutcomes() throws {
    let codes = try PermissionPage.codes()
    let table = try PermissionPage.table("Collection commands", labels: 2)
    #expect(table[0] == ["command", "target"] + Role.allCases.map(\.rawValue))
    for row in table.dropFirst() {
      for (role, cell) in zip(Role.allCases, row.dropFirst(2)) {
        let target = Target(rawValue: row[1]) ?? .own
        guard case .member(let sender, let actingAs) = role.sender else {
          #expect(cell == "not_authenticated", "\(row[0]) by \(role.rawValue)")
          continue
        }
        let actor = actingAs ?? sender
        let command = Self.example(row[0], list: target.list(for: actor), note: target.note(for: actor), by: actor)
        // An import is no `CollectionCommand`. `SharingTests` sends it through a server.
        guard let command else {
          #expect(row[0] == "collection.import")
          continue
        }
        let expected = PermissionPage.expected(cell, codes)
        #expect(outcome(of: command, row[0], by: role) == expected, "\(row[0]) by \(role.rawValue), \(row[1])")
      }
    }
  }

  private func outcome(of command: CollectionCommand, _ method: String, by role: Role) -> String {
    var night = Self.night
    let result = night.send(command, by: role.sender)
    let hasChanged = night.log != Self.night.log
    guard let refused = result.refused else {
      return hasChanged || Self.unchanging.contains(method) ? "yes" : PermissionPage.nothing
    }
    #expect(!hasChanged, "a refusal records nothing")
    return refused
  }
}
