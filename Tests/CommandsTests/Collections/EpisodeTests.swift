import Domain
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Plays of episodes, and the automatic status of a series.
@Suite struct EpisodeTests {
  private let series = TitleRef.series(1)

  private func night(_ facts: TitleFacts = Cast.seriesFacts(1)) -> Night {
    var night = Night()
    night.send(.add(Cast.newSeries(1, facts)))
    return night
  }

  private func mark(_ season: Int? = nil, _ numbers: [Int]? = nil, through: Bool = false) -> EpisodeMark {
    EpisodeMark(EpisodeSelection(of: 1, season: season, numbers: numbers, through: through))
  }

  private func watched(_ night: Night) -> [String] {
    (night.collection().titles[series]?.plays ?? []).compactMap(\.ref?.code)
  }

  private func status(_ night: Night) -> TitleStatus? { night.collection().titles[series]?.settings.status }

  private func added(_ result: Result<Decision, Refusal>) -> PlaysAdded? {
    result.events.lazy.compactMap { event in
      if case .playsAdded(let added)? = event.domainEvent as? CollectionEvent { added } else { nil }
    }.first
  }

  // MARK: Selections

  @Test func seriesWithoutNumbersIsMarkedAsFarAsItAired() {
    var night = night(Cast.seriesFacts(1, next: EpisodeRef(2, 2), status: "Returning Series"))
    let event = added(night.send(.markEpisodes(mark())))
    #expect(watched(night) == ["S01E01", "S01E02", "S01E03", "S02E01"])
    #expect(event?.notAired == 1 && event?.already == 0 && event?.status == .watching)
    var all = mark()
    all.includesUnaired = true
    #expect(added(night.send(.markEpisodes(all)))?.already == 4)
    #expect(watched(night).count == 5 && !watched(night).contains("S00E01"))
  }

  @Test func seasonIsMarkedAlone() {
    var night = night()
    night.send(.markEpisodes(mark(2)))
    #expect(watched(night) == ["S02E01", "S02E02"])
    night.send(.markEpisodes(mark(0)))
    #expect(watched(night).prefix(2) == ["S00E01", "S00E02"])
  }

  @Test func numbersAreMarkedEvenIfTheyHaveNotAired() {
    var night = night(Cast.seriesFacts(1, next: EpisodeRef(1, 1)))
    night.send(.markEpisodes(mark(1, [3, 1, 3])))
    #expect(watched(night) == ["S01E01", "S01E03"])
  }

  @Test func throughMarksEverythingRegularBefore() {
    var night = night()
    night.send(.markEpisodes(mark(2, [1], through: true)))
    #expect(watched(night) == ["S01E01", "S01E02", "S01E03", "S02E01"])
    #expect(night.send(.markEpisodes(mark(2, [1, 2], through: true))).fields == ["through"])
    #expect(night.send(.markEpisodes(mark(0, [1], through: true))).fields == ["through"])
    #expect(night.send(.markEpisodes(mark(nil, [1]))).fields == ["season_number"])
  }

  @Test func numberBeyondCountIsRefusedUnlessNewFactsHaveIt() {
    var night = night()
    let refused = night.send(.markEpisodes(mark(1, [3, 4])))
    #expect(refused.refused == "422 unknown_episode" && refused.refusal?.data == [.index(1)])
    #expect(refused.refusal?.message == "Season 1 of this series has no episode 4.")
    var fresh = mark(1, [3, 4])
    fresh.facts = Cast.seriesFacts(1, [4, 2])
    #expect(night.send(.markEpisodes(fresh)).types == ["TitleRefreshed", "PlaysAdded"])
    var nextSeason = mark(3, [1])
    #expect(night.send(.markEpisodes(nextSeason)).refused == "422 unknown_episode", "season 3 is not recorded")
    nextSeason.facts = Cast.seriesFacts(1, [4, 2, 1])
    #expect(night.send(.markEpisodes(nextSeason)).types == ["TitleRefreshed", "PlaysAdded"])
    fresh.selection.numbers = [5]
    #expect(night.send(.markEpisodes(fresh)).refused == "422 unknown_episode")
  }

  @Test func seriesWithoutSeasonsTakesAnyNumber() {
    var night = night(Cast.facts(1))
    night.send(.markEpisodes(mark(7, [300])))
    #expect(watched(night) == ["S07E300"])
    #expect(night.send(.markEpisodes(mark())).types == [])
  }

  @Test func repeatedMarkCountsAsAlready() {
    var night = night()
    night.send(.markEpisodes(mark(1, [1])))
    #expect(night.send(.markEpisodes(mark(1, [1]))).types == [])
    let event = added(night.send(.markEpisodes(mark(1, [1, 2]))))
    #expect(event?.already == 1 && event?.plays.map(\.number) == [2])
    var again = mark(1, [1])
    (again.again, again.watchedAt) = (true, .day(Cast.day(2020)))
    night.send(.markEpisodes(again))
    #expect(watched(night) == ["S01E01", "S01E01", "S01E02"])
  }

  @Test func countsFromOutsideDoNotExceedLimit() {
    let refused = [[20_001], [15_000, 15_000]].map { counts -> Result<Decision, Refusal> in
      var night = night(Cast.seriesFacts(1, counts))
      return night.send(.markEpisodes(mark()))
    }
    #expect(refused.map(\.refused) == ["422 too_many_plays", "422 too_many_plays"])
    let data: [RefusalData] = [.limit(20_000), .index]
    #expect(refused.allSatisfy { $0.refusal?.data == data })
  }

  // MARK: Automatic status

  @Test func markTurnsSeriesIntoWatching() {
    let expected: [(TitleStatus, TitleStatus)] = [
      (.planned, .watching), (.paused, .watching), (.watching, .watching), (.dropped, .dropped),
      (.completed, .completed),
    ]
    for (before, after) in expected {
      var night = night()
      night.send(.set(series) { $0.status = before })
      night.send(.markEpisodes(mark(1, [1])))
      #expect(status(night) == after)
    }
  }

  @Test func lastAiredEpisodeCompletesEndedSeries() {
    let outcomes: [(TitleFacts, TitleStatus)] = [
      (Cast.seriesFacts(1), .completed), (Cast.seriesFacts(1, status: "Canceled"), .completed),
      (Cast.seriesFacts(1, status: "Returning Series"), .watching), (Cast.seriesFacts(1, [3, 3]), .watching),
    ]
    for (facts, expected) in outcomes {
      var night = night(facts)
      night.send(.markEpisodes(mark(1)))
      #expect(status(night) == .watching)
      night.send(.markEpisodes(mark(2, [1])))
      night.send(.markEpisodes(mark(2, [2])))
      #expect(status(night) == expected)
      #expect(night.collection().counts.watched == (expected == .completed ? 1 : 0))
    }
  }

  @Test func statusStaysWithoutAutomaticStatus() {
    var night = night()
    night.send(.prefer { $0.updatesStatus = false })
    night.send(.markEpisodes(mark()))
    #expect(status(night) == .planned)
  }

  @Test func unairedEpisodeByMembersDayIsLeftOut() {
    var night = night(Cast.seriesFacts(1, [1]))
    var early = mark()
    early.today = CalendarDate(year: 2024, month: 12, day: 31)
    #expect(night.send(.markEpisodes(early)).types == [])
    early.today = Cast.day(2025)
    #expect(night.send(.markEpisodes(early)).types == ["PlaysAdded"])
  }

  // MARK: Unmarking

  @Test func unmarkingRemovesSelectedPlays() {
    var night = night()
    night.send(.markEpisodes(mark()))
    night.send(.markEpisodes(mark(0)))
    night.send(.unmarkEpisodes(EpisodeSelection(of: 1, season: 1, numbers: [2]), .last))
    #expect(watched(night) == ["S00E01", "S00E02", "S01E01", "S01E03", "S02E01", "S02E02"])
    night.send(.unmarkEpisodes(EpisodeSelection(of: 1, season: 2, numbers: [1], through: true), .all))
    #expect(watched(night) == ["S00E01", "S00E02", "S02E02"])
    night.send(.unmarkEpisodes(EpisodeSelection(of: 1), .all))
    #expect(watched(night) == ["S00E01", "S00E02"])
    night.send(.unmarkEpisodes(EpisodeSelection(of: 1, season: 0), .all))
    #expect(watched(night).isEmpty)
    #expect(night.send(.unmarkEpisodes(EpisodeSelection(of: 1), .all)).types == [])
  }

  @Test func episodeIsUnwatchedAfterItsLastPlay() {
    var night = night()
    for year in [2021, 2022] {
      var again = mark(1, [1])
      (again.again, again.watchedAt) = (true, .day(Cast.day(year)))
      night.send(.markEpisodes(again))
    }
    for (unwatched, plays) in [([EpisodeRef](), 1), ([EpisodeRef(1, 1)], 0)] {
      let removed = night.send(.unmarkEpisodes(EpisodeSelection(of: 1, season: 1, numbers: [1]), .last))
      guard case .playsRemoved(let event)? = removed.events.first?.domainEvent as? CollectionEvent else {
        Issue.record("no plays removed")
        return
      }
      #expect(event.unwatched == unwatched && event.playCount == plays)
    }
    #expect(night.collection().titles[series]?.progress?.watchedCount == 0)
  }

  @Test func unmarkingResumesSeriesThatMarkCompleted() {
    for isChosen in [false, true] {
      var night = night()
      night.send(.markEpisodes(mark()))
      if isChosen { night.send(.set(series) { $0.status = .completed }) }
      night.send(.unmarkEpisodes(EpisodeSelection(of: 1, season: 1, numbers: [1]), .all))
      #expect(status(night) == (isChosen ? .completed : .watching))
      #expect(night.collection().counts.watched == (isChosen ? 1 : 0))
    }
  }
}
