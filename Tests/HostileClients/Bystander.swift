import Glibc
import Platform
import MovieNightPrimitives

/// A member of another household, who pings and votes at a steady pace during an attack.
///
/// The latency of a call counts from the moment at which it was due, so that a stalled server shows in all calls that
/// were due in the meantime. `@unchecked Sendable`, because locks guard all mutable state.
final class Bystander: @unchecked Sendable {
  private let address: ServerAddress
  private let token: String
  private let voter: Caller
  private let round: String
  /// The time after which no calls are due, in nanoseconds; nil while the bystander runs.
  private let stopTime = Locked<Int?>(nil)
  private let outcome = Locked(Outcome())
  private var threads: [WorkerThread] = []

  struct Outcome {
    /// The latencies of the pings, in nanoseconds.
    var pings: [Int] = []
    /// The latencies of the votes, in nanoseconds.
    var votes: [Int] = []
    var failures: [String] = []
    /// The last vote that was acknowledged.
    var lastVote = "up"
  }

  /// The interval in nanoseconds at which calls of one kind are due.
  private static let pace = 20_000_000
  private static let movieID = 1

  init(_ founder: Caller, at address: ServerAddress) throws {
    self.address = address
    token = try founder.found("Bystanders")
    voter = try Caller(to: address, token: token)
    _ = try voter.call("members.add_managed", #""display_name":"Mia""#)
    let movies = (1...2).map { movie($0, textBytes: 20) }.joined(separator: ",")
    round = try voter.call("rounds.start", #""movies":[\#(movies)],"open_voting":true"#).object("round").string(
      "round_id")
  }

  func start() throws {
    try start("ping", Caller(to: address, token: token)) { caller, _ in
      _ = try caller.call("server.ping")
    } keep: {
      $0.pings.append($1)
    }
    try start("vote", voter) { [round, outcome] caller, number in
      let vote = number.isMultiple(of: 2) ? "up" : "down"
      _ = try caller.call("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":\#(Self.movieID),"vote":"\#(vote)""#)
      outcome.withLock { $0.lastVote = vote }
    } keep: {
      $0.votes.append($1)
    }
  }

  private func start(
    _ name: String, _ caller: Caller, _ call: @escaping @Sendable (Caller, Int) throws -> Void,
    keep: @escaping @Sendable (inout Outcome, Int) -> Void
  ) throws {
    let thread = WorkerThread(name: name) { [stopTime, outcome] in
      var (due, number) = (SystemClock.nanoseconds(), 0)
      // Calls that became due while the server stalled are made afterwards, so that each of them counts.
      while due < stopTime.withLock({ $0 ?? .max }) {
        let now = SystemClock.nanoseconds()
        if now < due { usleep(useconds_t((due - now) / 1000)) }
        do { try call(caller, number) } catch {
          return outcome.withLock { $0.failures.append("\(name): \(error)") }
        }
        let latency = SystemClock.nanoseconds() - due
        outcome.withLock { keep(&$0, latency) }
        due += Self.pace
        number += 1
      }
    }
    threads.append(thread)
    try thread.start()
  }

  /// Whether at least `count` calls of each kind were answered, or a call failed.
  func hasMade(_ count: Int) -> Bool {
    outcome.withLock { !$0.failures.isEmpty || min($0.pings.count, $0.votes.count) >= count }
  }

  /// Whether a new connection is accepted and answered.
  func canConnect() -> Bool {
    do {
      _ = try Caller(to: address, token: token, seconds: 10).call("server.ping")
      return true
    } catch {
      return false
    }
  }

  /// Stops the calls and checks that the last acknowledged vote is recorded.
  func end() throws -> Outcome {
    stopTime.withLock { $0 = SystemClock.nanoseconds() }
    for thread in threads { thread.join() }
    var outcome = outcome.withLock { $0 }
    if outcome.failures.isEmpty {
      let results = try voter.call("rounds.results", #""round_id":"\#(round)""#)
      let movie = try results.array("results").first { try $0.integer("tmdb_movie_id") == Self.movieID }
      let isRecorded = try movie?.integer(outcome.lastVote == "up" ? "votes_up" : "votes_down") == 1
      if !isRecorded { outcome.failures.append("the last vote, \(outcome.lastVote), does not stand") }
    }
    return outcome
  }
}

extension Caller {
  /// Founds a household as an administrator, and returns its creator's token.
  func found(_ name: String) throws -> String {
    try call("households.create", #""name":"\#(name)","creator":{"display_name":"Ann"}"#).string("token")
  }
}
