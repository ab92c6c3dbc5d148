import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Projections

/// The dependencies of answers. An answer holds until one of its dependencies changes.
@Suite final class DependencySetTests {
  private let store = RowStore(keepsRows: true)
  private let models: ReadModels
  private var recorder = Recorder()

  private static let otherRound = RoundID(high: 3, low: 2)
  private static let questions: [Question] = [
    .household, .access, .library, .round(Home.round), .session(Home.round), .pastRound(Home.round, at: 9),
    .sessions(limit: 5), .watchlist(limit: 5), .watched(limit: 5), .listedMovie(4), .watchedMovie(4),
    .watchedAmong([1, 2, 3]), .rounds(with: 1),
  ]

  init() throws {
    models = try openModels(store)
    recorder.foundHome()
    recorder.openRound()
    store.record(recorder.events)
    try models.apply(recorder.events)
  }

  /// Returns the questions whose answers no longer hold after the events that `play` records.
  private func invalidated(by play: (inout Recorder) throws -> Void) throws -> Set<Question> {
    // Load the rows first, so that the answers below come from memory.
    for question in Self.questions { _ = try question.answer(Home.id, models) }
    var kept = try Self.questions.map { try (question: $0, answer: CachedAnswer(to: $0, of: Home.id, models)) }
    let first = recorder.events.count
    try play(&recorder)
    store.record(Array(recorder.events[first...]))
    try models.apply(recorder.events)
    var invalidated: Set<Question> = []
    for index in kept.indices where kept[index].answer?.holds(models) != true {
      invalidated.insert(kept[index].question)
    }
    return invalidated
  }

  @Test func changesInvalidateOnlyDependentAnswers() throws {
    let round: Set<Question> = [.round(Home.round), .pastRound(Home.round, at: 9), .rounds(with: 1)]
    let sessions: Set<Question> = [.session(Home.round), .sessions(limit: 5)]
    #expect(try invalidated { $0.vote(Home.tim, 1, .up) } == round, "summaries say nothing of votes")
    #expect(
      try invalidated {
        $0.inRound(MovieSuggested(movie: Home.movie(9), position: 9, source: .member, suggestedBy: Home.tim))
      }
        == round.union(sessions))
    let elsewhere = try invalidated { recorder in
      recorder.record(
        RoundDrafted(startedBy: Home.tim, attendees: .fixed([Home.tim])), round: Self.otherRound, of: Home.id)
    }
    #expect(elsewhere == [.sessions(limit: 5), .rounds(with: 1)], "a row more, and none that changed")
    #expect(
      try invalidated {
        $0.record(TokenIssued(tokenID: TokenID(high: 5, low: 5), memberID: Home.tim, digest: "d"), household: Home.id)
      }
        == [.household, .access])
  }

  @Test func addedOrRemovedRowInvalidatesAnswersAboutIt() throws {
    let added = MovieAddedToWatchlist(movie: Home.movie(4), addedBy: Home.tim)
    #expect(
      try invalidated { $0.record(added, library: Home.id) } == [.library, .watchlist(limit: 5), .listedMovie(4)])
    let marked = MovieMarkedWatched(movie: Home.movie(2), markedBy: Home.tim)
    #expect(
      try invalidated { $0.record(marked, library: Home.id) }
        == [.library, .watched(limit: 5), .watchedAmong([1, 2, 3]), .watchlist(limit: 5)],
      "it leaves the watchlist, if it is there")
    #expect(
      try invalidated { $0.record(MovieRemovedFromWatchlist(tmdbMovieID: 4, removedBy: Home.tim), library: Home.id) }
        == [.library, .watchlist(limit: 5), .listedMovie(4)])
  }

  @Test func namesDependOnHouseholdStreamOnly() throws {
    func names() throws -> DependencySet {
      let notes = models.makeRecorder()
      notes.note(.stream(StreamID(category: "household", id: Home.id)))
      return try #require(notes.dependencies)
    }
    var dependencies = try names()
    _ = try invalidated { $0.vote(Home.tim, 1, .up) }
    _ = try invalidated { $0.record(MovieAddedToWatchlist(movie: Home.movie(4), addedBy: Home.tim), library: Home.id) }
    #expect(models.confirm(&dependencies), "its library is another stream")
    _ = try invalidated { $0.record(MemberProfileChanged(memberID: Home.tim, changedBy: Home.tim), household: Home.id) }
    #expect(!models.confirm(&dependencies))
  }

  @Test func changesInOtherHouseholdsInvalidateNothing() throws {
    let elsewhere = HouseholdID(high: 9, low: 4)
    let invalidated = try invalidated { recorder in
      recorder.record(HouseholdFounded(createdBy: Home.tim), household: elsewhere)
      recorder.record(MovieAddedToWatchlist(movie: Home.movie(4), addedBy: Home.tim), library: elsewhere)
      recorder.record(
        RoundDrafted(startedBy: Home.tim, attendees: .fixed([Home.tim])), round: Self.otherRound, of: elsewhere)
    }
    #expect(invalidated.isEmpty)
  }

  @Test func rebuildInvalidatesEveryAnswer() throws {
    let models = models
    #expect(try invalidated { _ in }.isEmpty)
    let invalidated = try invalidated { _ in
      let rebuild = try Rebuild(models, names: ["libraries"])
      try rebuild.run()
      try rebuild.finish()
    }
    #expect(invalidated == Set(Self.questions))
  }

  @Test func stoppedReadModelInvalidatesEveryAnswer() throws {
    let invalidated = try invalidated { recorder in
      recorder.record(
        type: "MovieHummed", data: Array("{}".utf8), StreamID(category: "round", id: Self.otherRound), of: Home.id)
    }
    #expect(invalidated == Set(Self.questions))
  }

  @Test func untrackedReadsMakeAnswerUncacheable() throws {
    func isKept(_ read: (ReadModels) throws -> Void) throws -> Bool {
      let notes = models.makeRecorder()
      try read(models.recordingDependencies(in: notes))
      return notes.dependencies != nil
    }
    #expect(try isKept { _ = try $0.household(Home.id, .latest) })
    #expect(try !isKept { _ = try $0.householdIDs(after: nil, limit: 5) })
    #expect(try !isKept { _ = $0.position })
    #expect(try !isKept { _ = $0.health() })
  }

  // MARK: Random histories

  enum Memory: CaseIterable, Sendable { case whole, cache, shared }

  @Test(arguments: Memory.allCases, RandomCases.seeds(6))
  func answerThatStillHoldsMatchesFreshAnswer(_ memory: Memory, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed + 50)
    let events = RandomHistory.events(seed: seed, count: 700)
    let store = RowStore(keepsRows: memory != .whole, isShared: memory == .shared)
    let servers = try (0..<(memory == .shared ? 3 : 1)).map { _ in try RowServer(store, rowMemory: 20_000) }
    let households = Array(Set(events.map(\.owner))).sorted().map { HouseholdID($0) }
    let rounds = Array(Set(events.map(\.stream).filter { $0.category == "round" }.map(\.id))).sorted().map {
      RoundID($0)
    }
    var kept: [[HouseholdID: [Question: CachedAnswer]]] = servers.map { _ in [:] }
    var (held, over) = (0, 0)
    var start = 0
    while start < events.count {
      let group = Array(events[start..<min(events.count, start + Int.random(in: 1...4, using: &random))])
      start += group.count
      try servers.randomElement(using: &random)?.record(group)
      if memory == .cache, Int.random(in: 0..<8, using: &random) == 0 { try servers[0].models.flush() }
      if start.isMultiple(of: 200) {
        let rebuild = try Rebuild(servers[0].models)
        try rebuild.run()
        try rebuild.finish()
      }
      // Stored rows may be ahead of the events that a server has applied. Answers from those rows are not compared.
      let server = Int.random(in: servers.indices, using: &random)
      if Bool.random(using: &random) { try servers[server].checkForChanges() }
      let hasHeardAll = servers[server].position == start
      let household = try #require(households.randomElement(using: &random))
      for _ in 0..<12 {
        let question = Question.random(among: rounds, at: start, &random)
        if kept[server][household]?[question]?.holds(servers[server].models) == true {
          guard hasHeardAll else { continue }
          held += 1
          #expect(
            try kept[server][household]?[question]?.text == question.answer(household, servers[server].models),
            "\(question), seed \(seed)")
        } else {
          if kept[server][household]?[question] != nil { over += 1 }
          let answer = try CachedAnswer(to: question, of: household, servers[server].models)
          kept[server][household, default: [:]][question] = answer
        }
      }
    }
    #expect(held > 300 && over > 300, "else it shows nothing: \(held), \(over)")
  }
}

extension Question {
  fileprivate static func random(
    among rounds: [RoundID], at head: Position, _ random: inout SeededGenerator
  ) -> Question {
    let round = rounds.randomElement(using: &random) ?? Home.round
    return switch Int.random(in: 0..<15, using: &random) {
    case 0: .household
    case 1: .access
    case 2: .library
    case 3, 4: .round(round)
    case 5: .session(round)
    case 6: .pastRound(round, at: 300)
    case 7: .sessions(limit: 3)
    case 8: .watchlist(limit: 3)
    case 9: .watched(limit: 3)
    case 10: .listedMovie(Int.random(in: 1...1200, using: &random))
    case 11: .watchedAmong([1, 2, 3])
    case 12: .nights(limit: 3)
    case 13: .watchedYear
    default: .rounds(with: 1)
    }
  }
}
