import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Preferences of a collection, and its end.
@Suite struct CollectionPreferencesTests {
  @Test func preferencesAreSetAndReset() {
    var night = Night()
    night.send(.createList(1))
    night.send(
      .prefer {
        ($0.defaultListID, $0.defaultRating, $0.imageSize) = (Cast.list(1), .loved, "original")
        ($0.showsWatchedInLists, $0.sort, $0.isAscending, $0.updatesStatus) = (false, .year, true, false)
      })
    let preferences = night.collection().preferences
    #expect(preferences.defaultListID == Cast.list(1) && preferences.defaultRating == .loved)
    #expect(preferences.imageSize == "original" && !preferences.showsWatchedInLists && preferences.sort == .year)
    #expect(preferences.isAscending && !preferences.updatesStatus)
    #expect(night.send(.prefer { $0.sort = .year }).types == [])
    let all = Set(ClearedPreference.allCases)
    #expect(night.send(.prefer { $0.cleared = all }).types == ["CollectionPreferencesSet"])
    #expect(night.collection().preferences == CollectionPreferences())
  }

  @Test func unknownDefaultListIsRefused() {
    var night = Night()
    #expect(night.send(.prefer { $0.defaultListID = Cast.list(1) }).refused == "404 unknown_list")
    #expect(night.send(.prefer { $0.imageSize = "enormously" }).fields == ["image_size"])
  }

  // MARK: Clearing

  @Test func clearingNamesAllContentsAndKeepsPreferences() {
    var night = Night.withCollection
    night.send(.prefer { $0.sort = .title })
    #expect(night.send(.clear(confirmation: "delete")).fields == ["confirm"])
    let cleared = night.send(.clear(confirmation: "DELETE"))
    var contents = CollectionContents()
    contents.movies = [1, 2]
    contents.series = [RemovedSeries(tmdbID: 1, seasons: [0, 1, 2])]
    contents.plays = [PlayRange(first: 1, last: 1), PlayRange(first: 3, last: 4)]
    contents.lists = [RemovedList(listID: Cast.list(1), movies: [2], series: [1])]
    contents.notes = [Cast.note(1)]
    #expect(
      cleared.events == [
        .collection(
          .collectionCleared(
            CollectionCleared(memberID: Cast.ann, contents: contents, counts: CollectionCounts())))
      ])
    let state = night.collection()
    #expect(state.isEmpty && state.preferences.sort == .title && state.preferences.defaultListID == nil)
    #expect(night.texts[TextID(Cast.list(1))] == nil && night.texts[TextID(Cast.note(1))] == nil)
    #expect(night.send(.clear(confirmation: "DELETE")).types == [])
    night.send(.add(Cast.newMovie(1)))
    night.send(.mark(1))
    #expect(night.collection().titles[.movie(1)]?.plays.map(\.number) == [5])
  }

  // MARK: Departures

  @Test func leavingMemberKeepsCollection() {
    var night = Night.withCollection
    let before = night.collection()
    #expect(night.send(.leave, by: .member(Cast.ann)).types?.contains("CollectionErased") == false)
    #expect(night.collection() == before && night.texts[TextID(Cast.note(1))] != nil)
    #expect(night.send(.mark(1)).refused == "401 not_authenticated")
  }

  @Test func erasedMemberLosesCollectionAndTexts() {
    for leavesFirst in [false, true] {
      var night = Night.withCollection
      if leavesFirst { night.send(.leave, by: .member(Cast.ann)) }
      let sender: Sender = leavesFirst ? .administrator : .member(Cast.ann)
      let erased = night.send(.erase(Cast.ann, confirmation: "DELETE"), by: sender)
      #expect(erased.types?.filter { $0 == "CollectionErased" }.count == 1)
      #expect(night.collection().isEmpty && night.collection().preferences == CollectionPreferences())
      let subject = Identifier<ActorKind>(Cast.ann)
      #expect(!night.texts.values.contains { $0.subject == subject })
    }
  }

  @Test func memberWithoutCollectionIsErasedWithoutItsEvent() {
    var night = Night()
    #expect(
      night.send(.erase(Cast.ann, confirmation: "DELETE"), by: .member(Cast.ann)).types?.contains("CollectionErased")
        == false)
  }
}

extension Night {
  /// A night in which Ann has movies 1 and 2, a series, a default list, a note and plays 1, 3 and 4.
  fileprivate static var withCollection: Night {
    var night = Night()
    night.send(.createList(1, isDefault: true))
    var first = Cast.newMovie(1)
    first.lists = []
    night.send(.add(Cast.newSeries(1), Cast.newMovie(2), first))
    night.send(.addNote(1, on: .movie(2)))
    for year in [2020, 2021] { night.send(.mark(1, .day(Cast.day(year)), again: true)) }
    night.send(.unmarkMovies([1], .last))
    night.send(.markEpisodes(EpisodeMark(EpisodeSelection(of: 1, season: 1, numbers: [1, 2]))))
    return night
  }
}
