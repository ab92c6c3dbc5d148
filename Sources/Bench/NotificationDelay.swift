import Console
import MovieNightKit
import MovieNightPrimitives

/// How long it takes from a vote that one server has acknowledged to its notification at a subscriber of another.
///
/// One vote at a time, on servers that do nothing else: what is measured is the way, not a queue.
struct NotificationDelay {
  let players: Players
  /// The server that the subscriber is connected to.
  let subscribedAt: ServerAddress

  func run(measured: Duration, _ clock: ClientClock) async throws -> LoadResult {
    let household = players.households[0]
    let voter = try await players.member(of: household)
    let subscriber = try await MovieNightClient.connect(to: subscribedAt, clock: clock)
    try await subscriber.authenticate(household.token)
    let round = try await BenchMovies.start(voter)
    let feed = subscriber.events()
    try await feed.begin()
    var delays: [Int] = []
    let start = clock.uptime()
    while clock.uptime() - start < measured {
      let position = try await BenchMovies.vote(voter, round, number: delays.count)
      let acknowledged = clock.uptime()
      while feed.position?.rawValue ?? 0 < position {
        guard try await !feed.next(within: Self.patience).isEmpty else {
          throw CommandFailure("No notification of position \(position) came within \(Self.patience)")
        }
      }
      delays.append(Int((clock.uptime() - acknowledged) / .nanoseconds(1)))
    }
    feed.close()
    return LoadResult(latencies: delays, duration: clock.uptime() - start, errors: [:])
  }

  private static let patience = Duration.seconds(10)
}
