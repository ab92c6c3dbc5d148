import Domain
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport

/// The compact state of a library: its decisions and its size.
@Suite struct LibraryStateTests {
  private static let members = [Cast.creator, Cast.starter, Cast.ann]
  /// Waiting times in seconds, around the one day in which a mark can be undone.
  private static let waits: [Int64] = [0, 0, 60, 1_800, 3_600, 43_200, 86_399, 86_400, 200_000]

  /// Compares every command with a full history at every point of random histories.
  @Test func decisionsMatchFullHistory() {
    let seed = TestSeed.current
    for number in 0..<200 {
      if let problem = Self.problem(seed: seed &+ UInt64(number)) {
        Issue.record("\(problem); seed \(seed &+ UInt64(number))")
        return
      }
    }
  }

  private static func problem(seed: UInt64) -> String? {
    var dice = SeededGenerator(seed: seed)
    var (state, whole, now) = (LibraryState(), WholeLibrary(), Cast.evening)
    for step in 0..<60 {
      now = now.advanced(bySeconds: waits.randomElement(using: &dice)!)
      for command in commands(Int.random(in: 1...8, using: &dice)) {
        let actor = members.randomElement(using: &dice)!
        let (found, expected) = (
          answer(of: state, to: command, by: actor, at: now),
          whole.answer(to: command, by: actor, creator: Cast.creator, at: now)
        )
        if found != expected { return "step \(step), \(command): \(found), not \(expected)" }
      }
      guard let event = nextEvent(whole, now, &dice) else { continue }
      state.evolve(event, at: now)
      whole.evolve(event, at: now)
    }
    return nil
  }

  private static func commands(_ movie: Int) -> [LibraryCommand] {
    [
      .addToWatchlist(Cast.movie(movie)), .removeFromWatchlist(movie), .markWatched(Cast.movie(movie)),
      .unmarkWatched(movie),
    ]
  }

  private static func nextEvent(
    _ whole: WholeLibrary, _ now: Timestamp, _ dice: inout SeededGenerator
  ) -> LibraryEvent? {
    let movie = Int.random(in: 1...8, using: &dice)
    // The movie that a round watches may have been watched before.
    if Int.random(in: 0..<12, using: &dice) == 0 {
      return .movieWatched(MovieWatched(movie: Cast.movie(movie), roundID: Cast.round(movie)))
    }
    let actor = members.randomElement(using: &dice)!
    let command = commands(movie).randomElement(using: &dice)!
    let answer = whole.answer(to: command, by: actor, creator: Cast.creator, at: now)
    if case .event(let event) = answer { return event }
    return nil
  }

  private static func answer(
    of state: LibraryState, to command: LibraryCommand, by actor: MemberID, at now: Timestamp
  ) -> WholeLibrary.Answer {
    do throws(Refusal) {
      let context = LibraryContext(household: Night().household, awaitedRounds: [], actor: actor, now: now)
      let decision = try state.decide(command, in: context)
      guard let event = decision.appends.first?.events.first?.domainEvent as? LibraryEvent else {
        return .refusal("nothing")
      }
      return .event(event)
    } catch {
      return .refusal(error.reason)
    }
  }

  // MARK: Size

  private static let longText = String(repeating: "What happens in it, told at some length. ", count: 10)

  private static func movie(_ number: Int) -> Movie {
    var movie = Cast.movie(number)
    movie.overview = longText
    movie.genres = ["Drama", "Science Fiction"]
    return movie
  }

  /// Ten thousand movies, each watched on another evening.
  @Test func manyWatchedMoviesUseLittleMemory() {
    var library = LibraryState()
    for number in 1...10_000 {
      let time = Cast.evening.advanced(bySeconds: Int64(number) * Timestamp.secondsPerDay)
      let event = MovieMarkedWatched(movie: Self.movie(number), markedBy: Cast.ann)
      library.evolve(.movieAddedToWatchlist(MovieAddedToWatchlist(movie: event.movie, addedBy: Cast.ann)), at: time)
      library.evolve(.movieMarkedWatched(event), at: time)
    }
    #expect(library.watchedMovies.count { _ in true } == 10_000)
    #expect((50_000..<400_000).contains(library.byteCount), "\(library.byteCount) bytes")
  }

  @Test func byteCountFollowsListedAndForgottenMovies() {
    var library = LibraryState()
    var time = Cast.evening
    let empty = library.byteCount
    for number in 1...20 {
      let added = MovieAddedToWatchlist(movie: Self.movie(number), addedBy: Cast.ann)
      library.evolve(.movieAddedToWatchlist(added), at: time)
    }
    let listed = library.byteCount
    #expect(listed - empty > 20 * Self.longText.utf8.count)
    for number in 1...20 {
      library.evolve(
        .movieMarkedWatched(MovieMarkedWatched(movie: Self.movie(number), markedBy: Cast.ann)), at: time)
    }
    #expect(library.byteCount > 20 * Self.longText.utf8.count, "an undo would put them back")
    time = time.advanced(bySeconds: Timestamp.secondsPerDay)
    library.evolve(
      .movieRemovedFromWatchlist(MovieRemovedFromWatchlist(tmdbMovieID: 99, removedBy: Cast.ann)), at: time)
    #expect(library.byteCount < listed - 20 * Self.longText.utf8.count, "now it is too late")
  }
}
