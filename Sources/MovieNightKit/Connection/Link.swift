/// The client's connection, or the attempt to establish it.
struct Link {
  /// The state of the connection. Every state can also change to `closed`.
  enum State: Equatable {
    /// There is no connection. The next attempt starts when needed, after `notBefore`. Next: `connecting`.
    case none
    /// The client is connecting. Next: `authenticating`, `open`, `none`.
    case connecting
    /// The client authenticates with this request, and sends nothing else until answered. Next: `open`, `none`.
    case authenticating(Int)
    /// The connection is open, and requests can be sent. Next: `none`.
    case open
    /// The client was closed. This state is final.
    case closed
  }

  private(set) var state = State.none
  /// The number of the latest attempt to connect. Input from earlier attempts is ignored.
  private(set) var number = 0
  /// The time limit for connecting, authenticating or ending; nil if none of these is in progress.
  private(set) var deadline: Duration?
  var flight = Flight()
  /// The number of an authentication on the open connection. Until its answer shows the identity, nothing else is sent.
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

  /// Gives the connection until `moment` to end by itself.
  mutating func end(by moment: Duration) { deadline = min(deadline ?? moment, moment) }

  mutating func lose(
    _ now: Duration, pause least: Duration, using randomness: inout any RandomNumberGenerator
  ) {
    clear(.none)
    notBefore = now + max(least, backoff.next(using: &randomness))
  }

  mutating func postpone(until moment: Duration) { notBefore = max(notBefore, moment) }

  mutating func close() { clear(.closed) }

  private mutating func clear(_ state: State) {
    (self.state, deadline, flight, identifying) = (state, nil, Flight(), nil)
  }

  mutating func resetBackoff() { backoff = Backoff(longest: longestPause) }
}
