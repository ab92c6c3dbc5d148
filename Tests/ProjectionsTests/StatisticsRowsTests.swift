import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

/// The rows from which statistics are counted: in a store that keeps none, as just folded in memory, and as read back.
@Suite struct StatisticsRowsTests {
  enum Memory: CaseIterable, Sendable { case whole, folded, written }

  private func models(_ events: [RecordedEvent], _ memory: Memory = .folded) throws -> ReadModels {
    let store = RowStore(keepsRows: memory != .whole)
    store.record(events)
    let models = try openModels(store)
    guard memory == .written else { return models }
    try models.flush()
    return try openModels(store)
  }

  private func nights(_ models: ReadModels, _ year: Int, of household: HouseholdID = Home.id) throws -> [NightTally] {
    try models.nights(household, in: CalendarDate.moments(ofYear: year))
  }

  @Test(arguments: 0..<6 as Range<UInt64>, Memory.allCases)
  func numbersEqualRecountOfEvents(seed: UInt64, _ memory: Memory) throws {
    // Rounds take place over three years. Library events keep their times, because marks are undone within a day.
    let events = RandomHistory.events(seed: seed, count: 1500).map { recorded in
      var recorded = recorded
      if recorded.stream.category == RoundEvent.category {
        let seconds = Int64(recorded.position) * Timestamp.secondsPerDay / 2
        recorded.recordedAt = recorded.recordedAt.advanced(bySeconds: seconds)
      }
      return recorded
    }
    let models = try models(events, memory)
    var seen = 0
    for household in Set(events.map { HouseholdID($0.owner) }) {
      let recount = try Recount(events, of: household)
      for year in 2025...2029 {
        let watched = try models.watchedYear(year, of: household)
        let months = (1...12).map { recount.nights[year]?[$0] ?? 0 }
        #expect(watched?.nights ?? Array(repeating: 0, count: 12) == months, "seed \(seed)")
        #expect(watched?.movieCount ?? 0 == recount.movies[year]?.count ?? 0, "seed \(seed)")
        let tallies = try [MemberID: MemberTally](nights(models, year, of: household)).mapValues(numbers)
        #expect(tallies == recount.tallies(year), "seed \(seed)")
        seen += tallies.count
      }
    }
    #expect(seen > 4, "else it shows nothing")
  }

  private func numbers(_ tally: MemberTally) -> [Int] {
    [tally.proposed, tally.picked, tally.loved, tally.liked, tally.didNotLike]
  }

  @Test(arguments: Memory.allCases)
  func nightCountsInYearOfWatching(_ memory: Memory) throws {
    var recorder = Recorder()
    recorder.now = try time("2025-12-31T20:00:00Z")
    recorder.openRound(movies: 2)
    recorder.propose(7, by: Home.sarah)
    recorder.propose(8, by: Home.max)
    recorder.propose(9, by: Home.max)
    recorder.inRound(ProposalWithdrawn(tmdbMovieID: 9, withdrawnBy: Home.max))
    recorder.inRound(MoviePicked(tmdbMovieID: 8, pickedBy: Home.tim, attendees: [Home.tim, Home.sarah, Home.max]))
    recorder.inRound(RatingGiven(memberID: Home.tim, rating: .liked))
    recorder.now = try time("2025-12-31T23:59:59Z")
    recorder.inRound(RoundWatched(markedBy: Home.tim))
    recorder.now = try time("2026-02-01T20:00:00Z")
    for rating in [Rating.liked, .loved] { recorder.inRound(RatingGiven(memberID: Home.tim, rating: rating)) }
    recorder.inRound(RatingGiven(memberID: Home.max, rating: .didNotLike))
    recorder.inRound(RoundRated(reason: .closed, closedBy: Home.tim))
    let models = try models(recorder.events, memory)
    #expect(try nights(models, 2025) == [])
    let found = try nights(models, 2026)
    #expect(try found.map(\.watchedAt) == [time("2026-01-01T00:00:00Z")])
    #expect(
      [MemberID: MemberTally](found).mapValues(numbers) == [
        Home.sarah: [1, 0, 0, 0, 0], Home.max: [1, 1, 0, 0, 1], Home.tim: [0, 0, 1, 0, 0],
      ])
  }

  @Test func nightWatchedByDeadlineCountsAtItsDueTime() throws {
    var recorder = Recorder()
    let due = try time("2025-12-31T23:59:59Z")
    recorder.now = try time("2026-01-03T20:00:00Z")
    recorder.openRound()
    recorder.inRound(MoviePicked(tmdbMovieID: 1, pickedBy: Home.tim, attendees: [Home.tim]))
    recorder.inRound(RoundWatched(markedBy: nil, dueAt: due))
    recorder.record(MovieWatched(movie: Home.movie(1), roundID: Home.round, dueAt: due), library: Home.id)
    let models = try models(recorder.events)
    #expect(try nights(models, 2025).map(\.watchedAt) == [due] && nights(models, 2026) == [])
    #expect(try models.watchedYear(2025, of: Home.id)?.nights == Array(repeating: 0, count: 11) + [1])
    #expect(try models.watchedYear(2026, of: Home.id) == nil)
  }

  @Test(arguments: Memory.allCases)
  func expiredRoundCountsNothing(_ memory: Memory) throws {
    var recorder = Recorder()
    recorder.openRound()
    recorder.propose(7, by: Home.max)
    recorder.inRound(MoviePicked(tmdbMovieID: 7, pickedBy: Home.tim, attendees: [Home.tim, Home.max]))
    recorder.inRound(RatingGiven(memberID: Home.tim, rating: .loved))
    #expect(try nights(models(recorder.events, memory), 2026) == [], "it is not watched yet")
    recorder.inRound(RoundExpired(reason: .discarded, discardedBy: Home.tim, dueAt: nil, attendees: [Home.tim]))
    let expired = try models(recorder.events, memory)
    #expect(try nights(expired, 2026) == [])
    try expired.flush()
    #expect(try rows(of: expired)["nights"] == [:], "nothing is left of it")
  }

  @Test func undoneMarkLeavesItsYear() throws {
    var recorder = Recorder()
    recorder.now = try time("2025-12-31T23:00:00Z")
    for id in [5, 6] { recorder.mark(id) }
    recorder.now = try time("2026-01-01T22:00:00Z")
    recorder.mark(7)
    for id in [5, 7] {
      recorder.record(MovieUnmarkedWatched(tmdbMovieID: id, unmarkedBy: Home.tim), library: Home.id)
    }
    let models = try models(recorder.events)
    #expect(try models.watchedYear(2025, of: Home.id)?.movieCount == 1)
    #expect(try models.watchedYear(2026, of: Home.id)?.movieCount == 0)
  }

  @Test func movieCountsOncePerYear() throws {
    var recorder = Recorder()
    for (number, year) in [2024, 2025, 2025, 2025].enumerated() {
      let watched = MovieWatched(
        movie: Home.movie(number == 3 ? 2 : 1), roundID: RoundID(high: 3, low: UInt64(number)),
        dueAt: try time("\(year)-03-01T20:00:00Z"))
      recorder.record(watched, library: Home.id)
    }
    let models = try models(recorder.events)
    let years = try [2024, 2025].map { try models.watchedYear($0, of: Home.id) }
    #expect(years.map { $0?.nightCount } == [1, 3] && years.map { $0?.movieCount } == [1, 2])
  }

  @Test func furtherMoviesOfYearAreOnlyCounted() throws {
    var recorder = Recorder()
    let limit = LibraryLimits.moviesOfYear
    for id in 1...limit + 2 { recorder.mark(id) }
    recorder.record(MovieUnmarkedWatched(tmdbMovieID: limit + 1, unmarkedBy: Home.tim), library: Home.id)
    let year = try #require(try models(recorder.events).watchedYear(2026, of: Home.id))
    #expect(year.movieCount == limit + 1)
    #expect(year.row(at: 1).document.count < limit * 6, "the row stays small")
  }

  @Test(arguments: Memory.allCases)
  func largeYearIsReadInPages(_ memory: Memory) throws {
    var recorder = Recorder()
    for number in 0..<250 {
      let round = RoundID(high: 3, low: UInt64(number))
      recorder.record(RoundDrafted(startedBy: Home.tim, attendees: .everyone), round: round, of: Home.id)
      if number % 10 > 0 { recorder.record(RoundWatched(markedBy: Home.tim), round: round, of: Home.id) }
    }
    let models = try models(recorder.events, memory)
    let all = try nights(models, 2026).map { Int($0.roundID.low) }
    #expect(all == (0..<250).reversed().filter { $0 % 10 > 0 })
    let period = CalendarDate.moments(ofYear: 2026)
    for limit in [1, 100, 101] {
      let found = try models.nights(Home.id, in: period, limit: limit)
      #expect(found.map { Int($0.roundID.low) } == Array(all.prefix(limit)))
    }
  }

  private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text: text)) }
}

extension Recorder {
  fileprivate mutating func mark(_ movie: MovieID) {
    record(MovieMarkedWatched(movie: Home.movie(movie), markedBy: Home.tim), library: Home.id)
  }

  fileprivate mutating func propose(_ movie: MovieID, by member: MemberID) {
    inRound(MovieProposed(movie: Home.movie(movie), position: movie, proposedBy: member))
  }
}

/// The numbers of a household, counted from its events without rows.
private struct Recount {
  private struct Round {
    var year: Int?
    var proposers: [MovieID: MemberID] = [:]
    var pick: MovieID?
    var ratings: [MemberID: Rating] = [:]
  }

  private var rounds: [StreamID: Round] = [:]
  /// The number of nights, by year and month.
  private(set) var nights: [Int: [Int: Int]] = [:]
  private(set) var movies: [Int: Set<MovieID>] = [:]

  init(_ events: [RecordedEvent], of household: HouseholdID) throws {
    for recorded in events where recorded.owner == OwnerID(household) {
      let event = try EventSchema.current.decode(type: recorded.type, version: recorded.version, data: recorded.data)
      switch event.domainEvent {
      case let event as RoundEvent: take(event, recorded)
      case let event as LibraryEvent: take(event, recorded.recordedAt)
      default: break
      }
    }
  }

  private mutating func take(_ event: RoundEvent, _ recorded: RecordedEvent) {
    var round = rounds[recorded.stream] ?? Round()
    switch event {
    case .imported(let event):
      round.year = event.watchedAt?.date.year
      round.pick = event.pick?.tmdbMovieID
      for given in event.ratings { round.ratings[given.memberID] = given.rating }
    case .movieProposed(let event): round.proposers[event.movie.tmdbMovieID] = event.proposedBy
    case .proposalWithdrawn(let event): round.proposers[event.tmdbMovieID] = nil
    case .moviePicked(let event): round.pick = event.tmdbMovieID
    case .watched: round.year = recorded.recordedAt.date.year
    case .ratingGiven(let event): round.ratings[event.memberID] = event.rating
    default: break
    }
    rounds[recorded.stream] = round
  }

  private mutating func take(_ event: LibraryEvent, _ time: Timestamp) {
    switch event {
    case .movieWatched(let event):
      let date = (event.dueAt ?? time).date
      nights[date.year, default: [:]][date.month, default: 0] += 1
      movies[date.year, default: []].insert(event.movie.tmdbMovieID)
    case .movieMarkedWatched(let event): movies[time.date.year, default: []].insert(event.movie.tmdbMovieID)
    case .movieUnmarkedWatched(let event): movies[time.date.year]?.remove(event.tmdbMovieID)
    case .movieAddedToWatchlist, .movieRemovedFromWatchlist: break
    }
  }

  /// Returns each member's proposals, picked proposals, and ratings from the best to the worst.
  func tallies(_ year: Int) -> [MemberID: [Int]] {
    var tallies: [MemberID: [Int]] = [:]
    func add(_ member: MemberID, _ index: Int) {
      tallies[member, default: Array(repeating: 0, count: 5)][index] += 1
    }
    for round in rounds.values where round.year == year {
      for (movie, member) in round.proposers {
        add(member, 0)
        if movie == round.pick { add(member, 1) }
      }
      for (member, rating) in round.ratings { add(member, rating == .loved ? 2 : rating == .liked ? 3 : 4) }
    }
    return tallies
  }
}
