import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Lists of a collection.
@Suite struct CollectionListTests {
  private let list = Cast.list(1)

  /// Returns a night in which Ann has movies 1 to 5, and list 1 with the first three.
  private func night(isShared: Bool = false) -> Night {
    var night = Night()
    night.send(.addTitles(Cast.newMovies(1...5)))
    night.send(.createList(1, isShared: isShared))
    night.send(.addToList(list, [.movie(1), .movie(2), .movie(3)], after: nil))
    return night
  }

  private func order(_ night: Night) -> [Int] {
    night.collection().lists[list].map { night.collection().orderedTitles(of: $0).map(\.tmdbID) } ?? []
  }

  /// Returns the number of titles and of watched ones.
  private func counts(_ night: Night) -> [Int] {
    night.collection().lists[list].map { [$0.places.count, $0.watched] } ?? []
  }

  private func text(_ night: Night) -> [String]? {
    night.texts[TextID(list)].flatMap(CollectionTexts.list).map { [$0.name, $0.description] }
  }

  // MARK: Lists

  @Test func createdListHasTextAndPlace() {
    var night = Night()
    let values = ListChanges(name: " Rainy days ", description: " Long\nones ", icon: "cloud.rain", color: "#1E90ff")
    let created = night.send(.createList(list, values))
    #expect(
      created.events == [
        .collection(
          .listCreated(
            ListCreated(
              memberID: Cast.ann, listID: list, icon: "cloud.rain", color: "#1E90ff", isShared: false,
              place: CollectionLimits.placeStep)))
      ])
    #expect(text(night) == ["Rainy days", "Long\nones"])
    #expect(night.texts[TextID(list)]?.subject == Identifier(Cast.ann))
  }

  @Test(arguments: [
    (ListChanges(name: " "), "name"), (ListChanges(name: String(repeating: "x", count: 101)), "name"),
    (ListChanges(name: "x", description: String(repeating: "x", count: 2_001)), "description"),
    (ListChanges(name: "x", icon: "a b"), "icon"), (ListChanges(name: "x", icon: ""), "icon"),
    (ListChanges(name: "x", color: "1E90FF"), "color"), (ListChanges(name: "x", color: "#1E90FG"), "color"),
  ])
  func malformedListIsRefused(values: ListChanges, field: String) {
    var night = Night()
    #expect(night.send(.createList(list, values)).fields == [field])
    #expect(night.texts[TextID(list)] == nil)
  }

  @Test func listBeyondLimitIsRefused() {
    var night = Night()
    for number in 1...CollectionLimits.lists { night.send(.createList(number)) }
    let refused = night.send(.createList(101))
    #expect(refused.refused == "422 too_many_lists" && refused.refusal?.data == [.limit(100)])
    #expect(night.collection().orderedLists == (1...100).map(Cast.list))
  }

  @Test func updateChangesOnlyWhatIsGiven() {
    var night = night()
    let named = night.send(.updateList(list, ListChanges(name: "Best")))
    #expect(
      named.events == [
        .collection(
          .listChanged(
            ListChanged(memberID: Cast.ann, listID: list, icon: nil, color: nil, isShared: false, hasNewText: true)))
      ])
    #expect(text(night) == ["Best", ""])
    night.send(.updateList(list, ListChanges(description: "Of all", icon: "star")))
    #expect(text(night) == ["Best", "Of all"] && night.collection().lists[list]?.icon == "star")
    #expect(night.send(.updateList(list, ListChanges(name: "Best", icon: "star"))).types == [])
    night.send(.updateList(list, ListChanges(cleared: [.description, .icon])))
    #expect(text(night) == ["Best", ""] && night.collection().lists[list]?.icon == nil)
  }

  @Test func defaultListIsOneAtMost() {
    var night = night()
    night.send(.createList(2, isDefault: true))
    night.send(.updateList(list, ListChanges(isDefault: true)))
    #expect(night.collection().preferences.defaultListID == list)
    #expect(night.send(.updateList(Cast.list(2), ListChanges(isDefault: false))).types == [])
    night.send(.updateList(list, ListChanges(isDefault: false)))
    #expect(night.collection().preferences.defaultListID == nil)
  }

  @Test func removedListKeepsTitlesAndLosesText() {
    var night = night()
    night.send(.updateList(list, ListChanges(isDefault: true)))
    let removed = night.send(.removeList(list))
    #expect(
      removed.events == [
        .collection(
          .listRemoved(ListRemoved(memberID: Cast.ann, listID: list, titles: [.movie(1), .movie(2), .movie(3)])))
      ])
    #expect(night.texts[TextID(list)] == nil && night.collection().preferences.defaultListID == nil)
    #expect(night.collection().titles.count == 5 && night.collection().titles[.movie(1)]?.lists == [])
  }

  @Test func orderNamesAllLists() {
    var night = Night()
    for number in 1...3 { night.send(.createList(number)) }
    let order = [3, 1, 2].map(Cast.list)
    for wrong in [[3, 1], [3, 1, 1], [3, 1, 4], [3, 1, 2, 4]] {
      #expect(night.send(.orderLists(wrong.map(Cast.list))).fields == ["list_ids"])
    }
    #expect(night.send(.orderLists(order)).types == ["ListsOrdered"])
    #expect(night.send(.orderLists(order)).types == [])
    night.send(.createList(4))
    #expect(night.collection().orderedLists == order + [Cast.list(4)])
  }

  // MARK: Titles of a list

  @Test func titlesAreAddedAtEndOrAfterNeighbour() {
    var night = night()
    night.send(.addToList(list, [.movie(4), .movie(2), .movie(4)], after: .movie(1)))
    #expect(order(night) == [1, 4, 2, 3])
    night.send(.addToList(list, [.movie(5)], after: nil))
    #expect(order(night) == [1, 4, 2, 3, 5])
    #expect(night.send(.addToList(list, [.movie(5)], after: nil)).types == [])
  }

  @Test func unknownTitleOrNeighbourIsRefused() {
    var night = night()
    let unknown = night.send(.addToList(list, [.movie(4), .movie(9)], after: nil))
    #expect(unknown.refused == "404 not_in_collection" && unknown.refusal?.data == [.index(1)])
    let after = night.send(.addToList(list, [.movie(4)], after: .movie(5)))
    #expect(after.refused == "404 not_in_collection" && after.refusal?.data == [.index])
    let removed = night.send(.removeFromList(list, [.movie(1), .movie(4)]))
    #expect(removed.refused == "404 not_in_collection" && removed.refusal?.data == [.index(1)])
    #expect(night.send(.moveInList(list, [.movie(4)], after: nil)).refused == "404 not_in_collection")
    #expect(night.send(.moveInList(list, [.movie(1)], after: .movie(1))).fields == ["after"])
    #expect(night.send(.addToList(Cast.list(2), [.movie(1)], after: nil)).refused == "404 unknown_list")
    #expect(order(night) == [1, 2, 3])
  }

  @Test func titlesAreMovedInTheOrderNamed() {
    var night = night()
    night.send(.moveInList(list, [.movie(3), .movie(2)], after: nil))
    #expect(order(night) == [3, 2, 1])
    night.send(.moveInList(list, [.movie(3)], after: .movie(2)))
    #expect(order(night) == [2, 3, 1])
    #expect(night.send(.moveInList(list, [.movie(3)], after: .movie(2))).types == [])
  }

  /// Each move halves the room behind the first title, so that in the end others get new places, but not many.
  @Test func manyMovesToOnePlaceKeepOrder() {
    var night = night()
    night.send(.addTitles(Cast.newMovies(6...300)))
    night.send(.addToList(list, (4...300).map { .movie($0) }, after: nil))
    var expected = order(night)
    var renumbered = 0
    for _ in 0..<60 {
      let moved = expected[2]
      let others = expected.filter { $0 != moved }
      let result = night.send(.moveInList(list, [.movie(moved)], after: .movie(others[0])))
      expected = [others[0], moved] + others.dropFirst()
      #expect(order(night) == expected)
      for case .listTitlesMoved(let event)? in result.events.map({ $0.domainEvent as? CollectionEvent })
      where event.titles.count > 1 {
        renumbered += 1
        #expect(event.titles.count < 50)
      }
    }
    #expect(renumbered > 0)
  }

  @Test func removedTitlesStayInCollection() {
    var night = night()
    night.send(.removeFromList(list, [.movie(1), .movie(3)]))
    #expect(order(night) == [2] && night.collection().titles.count == 5)
  }

  @Test func listCountsWatchedTitles() {
    var night = night()
    night.send(.mark(1))
    #expect(counts(night) == [3, 1])
    night.send(.mark(4))
    night.send(.addToList(list, [.movie(4)], after: nil))
    night.send(.unmarkMovies([1], .all))
    #expect(counts(night) == [4, 1])
    night.send(.removeTitles([.movie(4)]))
    #expect(counts(night) == [3, 0])
  }

  @Test func titleBeyondLimitOfListIsRefused() {
    var night = Night()
    night.send(.createList(1, isDefault: true))
    night.send(.addTitles(Cast.newMovies(1...CollectionLimits.titlesOfList)))
    let refused = night.send(.add(Cast.newMovie(2_001)))
    #expect(refused.refused == "422 list_full" && refused.refusal?.data == [.limit(2_000), .index(0)])
    var elsewhere = Cast.newMovie(2_001)
    elsewhere.lists = []
    night.send(.add(elsewhere))
    #expect(night.send(.addToList(list, [.movie(2_001)], after: nil)).refused == "422 list_full")
  }

  // MARK: Other members

  @Test func otherMembersListIsRefused() {
    for (isShared, expected) in [(true, "403 cannot_act_as"), (false, "404 unknown_list")] {
      var night = night(isShared: isShared)
      let other = Sender.member(Cast.starter)
      #expect(night.send(.updateList(list, ListChanges(name: "x")), by: other).refused == expected)
      #expect(night.send(.removeList(list), by: other).refused == expected)
      #expect(night.send(.removeFromList(list, [.movie(1)]), by: other).refused == expected)
      night.send(.leave, by: .member(Cast.ann))
      #expect(night.send(.removeList(list), by: other).refused == "404 unknown_list")
    }
  }

  @Test func parentChangesChildsList() {
    var night = Night()
    let parent = Sender.member(Cast.ann, actingAs: Cast.child)
    night.send(.createList(1), by: parent)
    #expect(night.collection(Cast.child).orderedLists == [list] && night.collection().orderedLists.isEmpty)
    #expect(
      night.send(.removeList(list), by: .member(Cast.creator, actingAs: Cast.child)).refused == "403 cannot_act_as")
    #expect(night.send(.removeList(list), by: parent).types == ["ListRemoved"])
  }
}
