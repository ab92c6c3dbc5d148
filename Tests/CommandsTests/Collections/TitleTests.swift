import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Titles of a collection, and what a member sets about them.
@Suite struct TitleTests {
  private let movie = TitleRef.movie(1)
  private let series = TitleRef.series(1)

  /// Returns a night in which Ann has these titles.
  private func night(_ titles: NewTitle...) -> Night {
    var night = Night()
    night.send(.addTitles(titles))
    return night
  }

  private func settings(_ night: Night, _ ref: TitleRef) -> TitleSettings? { night.collection().titles[ref]?.settings }

  // MARK: Adding

  @Test func addedTitleIsPlanned() {
    let night = night(Cast.newMovie(1), Cast.newSeries(1))
    var expected = TitleSettings(addedAt: Cast.evening)
    expected.status = .planned
    #expect(settings(night, movie) == expected && settings(night, series) == expected)
    let counts = night.collection().counts
    #expect(counts.movies == 1 && counts.series == 1 && counts.planned == 2 && counts.watched == 0)
  }

  @Test func addedTitleHasPreferredRatingUnlessItHasAnother() {
    var night = Night()
    night.send(.prefer { $0.defaultRating = .liked })
    var other = Cast.newMovie(2)
    other.rating10 = 9
    night.send(.add(Cast.newMovie(1), other))
    #expect(settings(night, movie)?.rating == .liked && settings(night, movie)?.ratedAt == Cast.evening)
    #expect(settings(night, .movie(2))?.rating == nil && settings(night, .movie(2))?.ratingWord == .loved)
  }

  @Test func titleInCollectionIsRefused() {
    var night = night(Cast.newMovie(1))
    let present = night.send(.add(Cast.newMovie(2), Cast.newMovie(1)))
    #expect(present.refused == "409 already_in_collection" && present.refusal?.data == [.index(1)])
    #expect(present.refusal?.message == "Title 1 is already in your collection.")
    let twice = night.send(.add(Cast.newMovie(3), Cast.newMovie(3)))
    #expect(twice.refused == "409 already_in_collection" && twice.refusal?.data == [.index(1)])
    #expect(night.collection().counts.movies == 1, "all or nothing")
  }

  @Test func movieAndSeriesMayHaveSameID() {
    #expect(night(Cast.newMovie(1), Cast.newSeries(1)).collection().titles.count == 2)
  }

  @Test func titleGoesOnDefaultListUnlessListsAreNamed() {
    var night = Night()
    night.send(.createList(1, isDefault: true))
    night.send(.createList(2))
    var elsewhere = Cast.newMovie(2)
    elsewhere.lists = [Cast.list(2)]
    var nowhere = Cast.newMovie(3)
    nowhere.lists = []
    let added = night.send(.add(Cast.newMovie(1), elsewhere, nowhere, Cast.newMovie(4)))
    #expect(
      added.types == ["TitleAdded", "TitleAdded", "TitleAdded", "TitleAdded", "ListTitlesAdded", "ListTitlesAdded"])
    let lists = [1, 2].compactMap { night.collection().lists[Cast.list($0)] }
    #expect(lists.map { night.collection().orderedTitles(of: $0) } == [[.movie(1), .movie(4)], [.movie(2)]])
  }

  @Test func unknownListIsRefused() {
    var night = Night()
    var title = Cast.newMovie(2)
    title.lists = [Cast.list(1)]
    let refused = night.send(.add(Cast.newMovie(1), title))
    #expect(refused.refused == "404 unknown_list" && refused.refusal?.data == [.index(1)])
  }

  @Test func addedMovieCanBeWatchedButNotSeries() {
    var watched = Cast.newMovie(1)
    watched.watchedAt = .day(Cast.day(2026))
    var night = night(watched)
    #expect(settings(night, movie)?.status == .completed && night.collection().counts.plays == 1)
    var series = Cast.newSeries(1)
    series.watchedAt = .unknown
    let refused = night.send(.add(series))
    #expect(refused.fields == ["items[0].watched_at"])
  }

  @Test func movieIsNeverBeingWatched() {
    var watching = Cast.newMovie(2)
    watching.status = .watching
    var night = night(Cast.newMovie(1), Cast.newSeries(1))
    #expect(night.send(.add(watching)).refused == "422 not_a_series")
    let refused = night.send(.setTitles([series, movie], TitleChanges.watching))
    #expect(refused.refused == "422 not_a_series" && refused.refusal?.data == [.index(1)])
    #expect(night.send(.setTitles([series], TitleChanges.watching)).types == ["TitleSet"])
  }

  @Test func bothRatingsAreRefused() {
    var both = Cast.newMovie(1)
    (both.rating, both.rating10) = (.liked, 7)
    var night = Night()
    #expect(night.send(.add(both)).fields == ["items[0].rating10"])
    let refused = night.send(
      .set(movie) {
        $0.rating = .liked
        $0.rating10 = 7
      })
    #expect(refused.fields == ["rating10"])
  }

  @Test func titleBeyondLimitIsRefused() {
    var state = CollectionState(member: Cast.ann)
    for number in 1...CollectionLimits.titles {
      state.apply(
        TitleAdded(
          memberID: Cast.ann, title: .movie(number), facts: Cast.facts(1),
          settings: TitleSettings(addedAt: Cast.evening), counts: nil))
    }
    let context = CollectionContext(
      household: Night().household, member: Cast.ann, now: Cast.evening, text: { _ throws(StoreError) in nil })
    #expect(throws: Refusal.collectionFull) { try state.decide(.add(Cast.newSeries(1)), in: context) }
    #expect(state.counts.movies == 20_000 && state.byteCount < 12_000_000)
  }

  // MARK: Setting

  @Test func ratingsReplaceEachOther() {
    var night = night(Cast.newMovie(1))
    night.send(.set(movie) { $0.rating10 = 8 })
    #expect(settings(night, movie)?.rating10 == 8 && settings(night, movie)?.ratingWord == .liked)
    night.wait(until: Cast.evening.advanced(bySeconds: 60))
    #expect(night.send(.set(movie) { $0.rating10 = 8 }).types == [], "the time of an equal rating stays")
    night.send(.set(movie) { $0.rating = .loved })
    #expect(settings(night, movie)?.rating == .loved && settings(night, movie)?.rating10 == nil)
    #expect(settings(night, movie)?.ratedAt == Cast.evening.advanced(bySeconds: 60))
    night.send(.set(movie) { $0.cleared = [.rating] })
    #expect(settings(night, movie)?.ratingWord == nil && settings(night, movie)?.ratedAt == nil)
  }

  @Test func settingChangesOnlyWhatDiffers() {
    var night = night(Cast.newMovie(1), Cast.newMovie(2))
    night.send(.set(movie) { $0.isFavourite = true })
    var changes = TitleChanges()
    changes.isFavourite = true
    #expect(night.send(.setTitles([movie, .movie(2)], changes)).types == ["TitleSet"])
    #expect(night.send(.setTitles([movie, .movie(2)], changes)).types == [])
    let unknown = night.send(.setTitles([movie, .movie(3)], changes))
    #expect(unknown.refused == "404 not_in_collection" && unknown.refusal?.data == [.index(1)])
    #expect(unknown.refusal?.message == "Movie 3 is not in your collection.")
  }

  @Test func seriesStaysWatchedUntilSetOtherwiseByHand() {
    var night = night(Cast.newSeries(1))
    night.send(.set(series) { $0.status = .completed })
    #expect(night.collection().counts.watched == 1)
    night.send(.refreshTitles([(series, Cast.seriesFacts(1, [3, 2, 1]))]))
    #expect(settings(night, series)?.status == .watching && night.collection().counts.watched == 1)
    night.send(.set(series) { $0.isFavourite = true })
    #expect(night.collection().counts.watched == 1)
    night.send(.set(series) { $0.cleared = [.status] })
    #expect(settings(night, series)?.status == nil && night.collection().counts.watched == 0)
  }

  @Test func privateTitleAndSharedListExcludeEachOther() {
    var night = night(Cast.newMovie(1), Cast.newMovie(2))
    night.send(.createList(1, isShared: true))
    night.send(.addToList(Cast.list(1), [movie], after: nil))
    #expect(night.send(.set(movie) { $0.isPrivate = true }).refused == "422 private_title")
    night.send(.set(.movie(2)) { $0.isPrivate = true })
    let refused = night.send(.addToList(Cast.list(1), [movie, .movie(2)], after: nil))
    #expect(refused.refused == "422 private_title" && refused.refusal?.data == [.index(1)])
    var new = Cast.newMovie(3)
    (new.isPrivate, new.lists) = (true, [Cast.list(1)])
    #expect(night.send(.add(new)).refused == "422 private_title")
    night.send(.createList(2))
    night.send(.addToList(Cast.list(2), [.movie(2)], after: nil))
    let shared = ListChanges(isShared: true)
    #expect(night.send(.updateList(Cast.list(2), shared)).refusal?.message.hasPrefix("Movie 2 is private") == true)
    night.send(.set(.movie(2)) { $0.isPrivate = false })
    #expect(night.send(.updateList(Cast.list(2), shared)).types == ["ListChanged"])
  }

  // MARK: Removing and refreshing

  @Test func removedTitleLeavesListsAndLosesNotes() {
    var night = night(Cast.newSeries(1))
    night.send(.createList(1))
    night.send(.addToList(Cast.list(1), [series], after: nil))
    night.send(.addNote(1, on: series))
    night.send(.markEpisodes(EpisodeMark(EpisodeSelection(of: 1, season: 1, numbers: [2, 1]))))
    let removed = night.send(.removeTitles([series]))
    var counts = CollectionCounts()
    counts.lists = [ListCounts(listID: Cast.list(1), titles: 0, watched: 0)]
    #expect(
      removed.events == [
        .collection(
          .titleRemoved(
            TitleRemoved(
              memberID: Cast.ann, title: series, plays: [1, 2], seasons: [0, 1, 2], lists: [Cast.list(1)],
              notes: [Cast.note(1)], counts: counts)))
      ])
    #expect(night.texts[TextID(Cast.note(1))] == nil && night.texts[TextID(Cast.list(1))] != nil)
    #expect(night.collection().notes.isEmpty && night.collection().counts == CollectionCounts())
    #expect(night.send(.removeTitles([series])).refused == "404 not_in_collection")
  }

  @Test func refreshRecordsOnlyOtherFacts() {
    var night = night(Cast.newMovie(1))
    var facts = Cast.facts(1)
    facts.popularity = 3
    #expect(night.send(.refreshTitles([(movie, facts)])).types == [])
    facts.runtime = 90
    #expect(night.send(.refreshTitles([(movie, facts)])).types == ["TitleRefreshed"])
    #expect(night.send(.refreshTitles([(movie, facts)])).types == [])
    #expect(night.send(.refreshTitles([(series, facts)])).refused == "404 not_in_collection")
  }

  @Test func newEpisodesResumeCompletedSeriesOnlyWithAutomaticStatus() {
    for updatesStatus in [true, false] {
      var night = night(Cast.newSeries(1))
      night.send(.prefer { $0.updatesStatus = updatesStatus })
      night.send(.set(series) { $0.status = .completed })
      var facts = Cast.seriesFacts(1)
      facts.overview = "New"
      night.send(.refreshTitles([(series, facts)]))
      #expect(settings(night, series)?.status == .completed, "no new episode")
      night.send(.refreshTitles([(series, Cast.seriesFacts(1, [3, 3]))]))
      #expect(settings(night, series)?.status == (updatesStatus ? .watching : .completed))
    }
  }
}

extension TitleChanges {
  fileprivate static var watching: TitleChanges {
    var changes = TitleChanges()
    changes.status = .watching
    return changes
  }
}
