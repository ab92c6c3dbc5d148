/// The connection, or the attempt to make it.
struct Link {
  enum State: Equatable {
    /// There is none. The next attempt is made when something needs one, and not before `notBefore`.
    case none
    /// → none, authenticating, open
    case connecting
    /// Nothing else is sent until the request of this number is answered. → none, open
    case authenticating(Int)
    /// → none
    case open
    /// For good.
    case closed
  }

  private(set) var state = State.none
  /// Counts attempts: what comes from an earlier one is nobody's.
  private(set) var number = 0
  /// When it has taken too long to connect, to authenticate or to end.
  private(set) var deadline: Duration?
  /// What is under way on it.
  var flight = Flight()
  /// The number of the request for another identity. Until it is answered nobody knows as whom the next request would act.
  var identifying: Int?
  var lastHeard = Duration.zero
  private(set) var notBefore = Duration.zero
  private var backoff: Backoff
  private let longestPause: Duration

  init(longestPause: Duration) {
    self.longestPause = longestPause
    backoff = Backoff(longest: longestPause)
  }

  var isOpen: Bool { state == .open }

  /// Whether that attempt is this one.
  func isCurrent(_ number: Int) -> Bool { number == self.number && state != .none && state != .closed }

  mutating func connect(by deadline: Duration) {
    number += 1
    (state, self.deadline) = (.connecting, deadline)
  }

  mutating func authenticate(_ request: Int, by deadline: Duration) {
    (state, self.deadline) = (.authenticating(request), deadline)
  }

  mutating func open() { (state, deadline) = (.open, nil) }

  /// It takes nothing more, and is given up at that moment.
  mutating func end(by moment: Duration) { deadline = min(deadline ?? moment, moment) }

  /// There is no connection any more, and no other one for a while.
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

  /// The server has answered: the next pause is a short one.
  mutating func succeed() { backoff = Backoff(longest: longestPause) }
}
