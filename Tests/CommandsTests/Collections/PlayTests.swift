import Domain
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Plays of movies.
@Suite struct PlayTests {
  private let movie = TitleRef.movie(1)
  private let newYear = WatchedAt.day(Cast.day(2026))
  private let newYearEvening = WatchedAt(CalendarDate(year: 2026, month: 1, day: 1).start.advanced(bySeconds: 72_000))

  /// Returns a night in which Ann has movie 1 with these plays.
  private func night(_ plays: WatchedAt...) -> Night {
    var night = Night()
    night.send(.add(Cast.newMovie(1)))
    for play in plays { night.send(.mark(1, play, again: true)) }
    return night
  }

  private func plays(_ night: Night) -> [WatchedAt] {
    night.collection().titles[movie]?.plays.map(\.at.watchedAt) ?? []
  }

  private func status(_ night: Night) -> TitleStatus? { night.collection().titles[movie]?.settings.status }

  // MARK: Marking

  @Test func markWithoutTimeIsNow() {
    var night = night()
    let marked = night.send(.mark(1))
    var counts = CollectionCounts()
    (counts.movies, counts.watched, counts.completed, counts.plays) = (1, 1, 1, 1)
    let play = AddedPlay(number: 1, episode: nil, watchedAt: WatchedAt(Cast.evening), roundID: nil)
    #expect(
      marked.events == [
        .collection(
          .playsAdded(
            PlaysAdded(
              memberID: Cast.ann, title: movie, plays: [play], replaced: [], status: .completed, already: 0,
              notAired: 0, counts: counts)))
      ])
  }

  @Test func playCompletesPlannedMovieAndLeavesOtherStatus() {
    let expected: [TitleStatus?: TitleStatus?] = [
      nil: .completed, .planned: .completed, .completed: .completed, .paused: .paused, .dropped: .dropped,
    ]
    for (before, after) in expected {
      var night = night()
      night.send(
        .set(movie) {
          $0.status = before
          if before == nil { $0.cleared = [.status] }
        })
      night.send(.mark(1))
      #expect(status(night) == after)
    }
  }

  @Test func markedMovieIsMarkedAgainOnlyWithAgain() {
    var night = night(newYear)
    #expect(night.send(.mark(1)).types == [])
    #expect(night.send(.mark(1, again: true)).types == ["PlaysAdded"])
    #expect(plays(night) == [newYear, WatchedAt(Cast.evening)])
    #expect(night.send(.mark(1, again: true)).types == [], "the same play")
    #expect(night.send(.mark(1, .unknown)).types == [])
    #expect(night.send(.mark(1, .unknown, again: true)).types == ["PlaysAdded"])
    #expect(plays(night).first == .unknown && night.collection().counts.plays == 3)
  }

  @Test func markDatesPlayWithoutDate() {
    var night = night(.unknown)
    let dated = night.send(.mark(1, newYear))
    guard case .playsAdded(let event)? = dated.events.first?.domainEvent as? CollectionEvent else {
      Issue.record("no plays")
      return
    }
    #expect(event.plays.map(\.number) == [2] && event.replaced == [1])
    #expect(plays(night) == [newYear] && night.collection().counts.plays == 1)
    night.send(.mark(1, .unknown, again: true))
    #expect(night.send(.mark(1, newYear)).types == [], "a play is there once")
  }

  @Test func timeReplacesDayOfSamePlay() {
    var night = night(newYear)
    #expect(night.send(.mark(1, newYearEvening)).types == [])
    night.send(.mark(1, newYearEvening, again: true))
    #expect(plays(night) == [newYearEvening])
    #expect(night.send(.mark(1, newYear, again: true)).types == [])
    night.send(.mark(1, WatchedAt(Cast.day(2026).start), again: true))
    #expect(plays(night).count == 2, "two times of one day")
  }

  @Test func playInTheFutureIsRefused() {
    var night = night()
    let limit = Cast.evening.advanced(bySeconds: Timestamp.secondsPerDay)
    let refused = night.send(.mark(1, WatchedAt(limit.advanced(bySeconds: 1))))
    #expect(refused.refused == "422 in_the_future" && refused.refusal?.data == [.index(0)])
    #expect(night.send(.mark(1, .day(CalendarDate(year: 2026, month: 2, day: 16)))).refused == "422 in_the_future")
    #expect(night.send(.mark(1, WatchedAt(limit))).types == ["PlaysAdded"])
  }

  @Test func movieOutsideCollectionIsRefused() {
    var night = night()
    let refused = night.send(.markMovies([1, 2], watchedAt: nil, again: false))
    #expect(refused.refused == "404 not_in_collection" && refused.refusal?.data == [.index(1)])
    #expect(plays(night).isEmpty)
    #expect(night.send(.unmarkMovies([2], .all)).refused == "404 not_in_collection")
  }

  @Test func playBeyondLimitIsRefused() {
    var night = night()
    let start = Cast.day(2020).start
    for number in 1...Int64(CollectionLimits.playsOfOne) {
      night.send(.mark(1, WatchedAt(start.advanced(bySeconds: number)), again: true))
    }
    let refused = night.send(.mark(1, again: true))
    #expect(refused.refused == "422 too_many_plays" && refused.refusal?.data == [.limit(200), .index(0)])
    #expect(plays(night).count == 200)
  }

  // MARK: Unmarking

  @Test func unmarkingRemovesLatestPlayOrAll() {
    var night = night(newYear, .unknown, .day(Cast.day(2025)))
    let removed = night.send(.unmarkMovies([1], .last))
    guard case .playsRemoved(let event)? = removed.events.first?.domainEvent as? CollectionEvent else {
      Issue.record("no plays removed")
      return
    }
    #expect(event.plays == [RemovedPlay(number: 1, episode: nil)] && event.unwatched.isEmpty)
    #expect(event.playCount == 2 && event.lastWatchedAt == .day(Cast.day(2025)) && event.status == nil)
    night.send(.unmarkMovies([1], .all))
    #expect(plays(night).isEmpty && night.collection().counts.watched == 0)
    #expect(night.send(.unmarkMovies([1], .all)).types == [])
  }

  @Test func movieThatPlayCompletedIsPlannedAgain() {
    var night = night(newYear, .unknown)
    night.send(.unmarkMovies([1], .last))
    #expect(status(night) == .completed)
    night.send(.unmarkMovies([1], .last))
    #expect(status(night) == .planned)
    night.send(.mark(1))
    night.send(.set(movie) { $0.status = .completed })
    night.send(.unmarkMovies([1], .all))
    #expect(status(night) == .completed, "the member chose it")
  }

  @Test func numbersOfPlaysAreNotUsedAgain() {
    var night = night(newYear)
    night.send(.unmarkMovies([1], .all))
    night.send(.mark(1))
    #expect(night.collection().titles[movie]?.plays.map(\.number) == [2])
  }
}
