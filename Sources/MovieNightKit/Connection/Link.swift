/// The connection, or the attempt to make it.
struct Link {
  enum State: Equatable {
    /// There is none. The next attempt starts when something needs one, and not before `notBefore`.
    case none
    /// → none, authenticating, open
    case connecting
    /// Nothing else is sent until this request is answered. → none, open
    case authenticating(Int)
    /// → none
    case open
    /// Final.
    case closed
  }

  private(set) var state = State.none
  /// Counts attempts: input from an earlier one is ignored.
  private(set) var number = 0
  /// When connecting, authenticating or ending has taken too long.
  private(set) var deadline: Duration?
  var flight = Flight()
  /// The number of an authentication in flight. Nothing is sent until its answer shows which identity the connection has.
  var identifying: Int?
  var lastReceived = Duration.zero
  private(set) var notBefore = Duration.zero
  private var backoff: Backoff
  private let longestPause: Duration

  init(longestPause: Duration) {
    self.longestPause = longestPause
    backoff = Backoff(longest: longestPause)
  }

  var isOpen: Bool { state == .open }

  func isCurrent(_ number: Int) -> Bool { number == self.number && state != .none && state != .closed }

  mutating func connect(by deadline: Duration) {
    number += 1
    (state, self.deadline) = (.connecting, deadline)
  }

  mutating func authenticate(_ request: Int, by deadline: Duration) {
    (state, self.deadline) = (.authenticating(request), deadline)
  }

  mutating func open() { (state, deadline) = (.open, nil) }

  mutating func end(by moment: Duration) { deadline = min(deadline ?? moment, moment) }

  mutating func lose(
    _ now: Duration, pause least: Duration, using randomness: inout any RandomNumberGenerator
  ) {
    clear(.none)
    notBefore = now + max(least, backoff.next(using: &randomness))
  }

  mutating func wait(until moment: Duration) { notBefore = max(notBefore, moment) }

  mutating func close() { clear(.closed) }

  private mutating func clear(_ state: State) {
    (self.state, deadline, flight, identifying) = (state, nil, Flight(), nil)
  }

  mutating func succeed() { backoff = Backoff(longest: longestPause) }
}
