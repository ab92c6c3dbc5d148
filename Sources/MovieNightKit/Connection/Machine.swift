import MovieNightPrimitives

/// All that a client has to remember, as a value: what happened goes in with the time, and what is to be done comes out.
///
/// It knows no sockets, tasks and clocks. `Core` holds it in a lock, and does what it says.
struct Machine {
  /// The connection, and what it waits for.
  enum Link: Equatable {
    /// There is none. The next attempt is made when something needs one, and not before `notBefore`.
    case none
    /// → none, authenticating, open
    case connecting(number: Int)
    /// Nothing else is sent until it is answered. → none, open
    case authenticating(number: Int, wireID: Int)
    /// → none
    case open(number: Int)
    /// For good.
    case closed
  }

  let address: ServerAddress
  let options: MovieNightClient.Options
  var randomness: any RandomNumberGenerator

  // The connection.
  var link = Link.none
  var lastLink = 0
  var notBefore = Duration.zero
  var backoff: Backoff
  /// When the attempt to connect or to authenticate has taken too long.
  var linkDeadline: Duration?
  var flight: [Int: Sent] = [:]
  var nextWireID = 1
  /// No smaller number is under way.
  var oldestWireID = 1
  var outgoing: [UInt8] = []
  var lastHeard = Duration.zero

  // Who it acts as.
  var authentication: Request?
  var identity: ConnectionIdentity?
  /// The number of what asks for another identity. Until it is answered nobody knows as whom the next request would act.
  var identifying: Int?
  /// How many ask for another identity, and have no answer.
  var authentications = 0

  // Calls.
  var calls: [CallID: Call] = [:]
  var lastID = 0
  /// To be sent, in this order. Some may be over by now.
  var queue = Queue<CallID>()
  var queued = 0
  /// Answered with "try again": each until its `restsUntil`.
  var resting: Set<CallID> = []
  /// Whose need is not met.
  var held: [CallID] = []

  // Events.
  var feeds: [FeedID: Feed] = [:]
  /// Whose the server's subscriptions are.
  var subscriptions: [String: FeedID] = [:]

  var actions: [Action] = []
  /// No deadline is earlier; nil while there is none.
  private(set) var nextDeadline: Duration?

  init(
    address: ServerAddress, options: MovieNightClient.Options, authentication: Request?,
    randomness: any RandomNumberGenerator
  ) {
    self.address = address
    self.options = options
    self.authentication = authentication
    self.randomness = randomness
    backoff = Backoff(longest: options.longestPause)
  }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// An id for a command, of version 7.
  mutating func makeCommandID(at time: Timestamp) -> CommandID { CommandID(version7At: time, using: &randomness) }

  // MARK: After every input

  /// Does what has become possible or due, and gives out what there is to do.
  mutating func settle(_ now: Duration) -> [Action] {
    if let due = nextDeadline, due <= now { passDeadlines(now) }
    wakeResting(now)
    connectIfNeeded(now)
    fill(now)
    defer { actions.removeAll() }
    return actions
  }

  /// Notes that something is due at that moment.
  mutating func expect(_ deadline: Duration?) {
    guard let deadline else { return }
    nextDeadline = min(nextDeadline ?? deadline, deadline)
  }

  mutating func expectNothing() { nextDeadline = nil }

  /// When the next pause between attempts is over; nil while there is none.
  var nextPause: Duration? {
    var next = link == .none && needsLink ? notBefore : nil
    for id in resting {
      guard let rest = calls[id]?.restsUntil else { continue }
      next = min(next ?? rest, rest)
    }
    return next
  }

  private mutating func passDeadlines(_ now: Duration) {
    nextDeadline = nil
    // Sorted, so that those who asked first hear first.
    for id in calls.keys.sorted() {
      guard let call = calls[id], let deadline = call.deadline else { continue }
      if deadline <= now {
        timeOut(id, call, now)
      } else {
        expect(deadline)
      }
    }
    passLinkDeadline(now)
    passFeedDeadlines(now)
  }

  private mutating func wakeResting(_ now: Duration) {
    guard !resting.isEmpty else { return }
    // Sorted, so that what rested equally long goes in the order in which it was asked for.
    for id in resting.sorted() {
      guard let rest = calls[id]?.restsUntil, rest > now else {
        resting.remove(id)
        guard calls[id] != nil else { continue }
        calls[id]?.restsUntil = nil
        enqueue(id)
        continue
      }
    }
  }
}
