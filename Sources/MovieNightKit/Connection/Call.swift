import MovieNightPrimitives

/// Numbers calls and reads of one client.
typealias CallID = Int
typealias FeedID = Int

/// One request, from when it was asked for until its outcome is known, over as many attempts as that takes.
struct Call {
  enum Purpose {
    /// A caller waits for the outcome.
    case request
    /// The same, and when it succeeds the connection acts as somebody else.
    case authentication
    /// Nothing is sent: the caller waits for the first connection, and no longer than for one attempt.
    case opening
    case subscribing(FeedID)
    /// Nobody waits: what comes is dropped.
    case unheeded
  }

  /// As whom the connection has to act for it to be sent. Until then it waits aside, and keeps nobody from closing down.
  enum Need: Equatable {
    case nothing
    case member(String)
  }

  let purpose: Purpose
  /// Prepared once, so that every attempt sends the same bytes.
  let request: Request
  /// How long it may take; nil for what goes on until it succeeds or is refused.
  let limit: Duration?
  let deadline: Duration?
  var need = Need.nothing
  /// Asked just before it is sent for the first time: false where it was taken back. It must not ask the client for anything.
  var isWanted: @Sendable () -> Bool = { true }
  /// Whether it was ever sent.
  var wasSent = false
  /// As whom the client acted when it was asked for, else when it was sent first: it must not become somebody else's. Nil while
  /// that is not known.
  var meantAs: ConnectionIdentity?
  /// Set by the first lost connection: when to give up, at the latest.
  var lastAttempt: Duration?
  /// Why it was not answered so far.
  var lastError: ClientError?
  var backoff: Backoff
  /// The number under which it is under way; nil while it is not.
  var wireID: Int?
  /// Set while it waits for its next attempt.
  var restsUntil: Duration?
  /// Whether it waits for another identity.
  var isHeld = false

  /// Whether it could be sent, if there were a connection.
  var isReady: Bool { wireID == nil && restsUntil == nil && !isHeld }

  func isSubscribing(_ feed: FeedID) -> Bool {
    if case .subscribing(feed) = purpose { true } else { false }
  }

  var isEndless: Bool { limit == nil }

  /// When an attempt would come too late.
  var end: Duration? {
    guard let deadline else { return nil }
    return min(deadline, lastAttempt ?? deadline)
  }
}

/// What is under way on a connection, under one number.
struct Sent {
  /// Nil once nobody waits for it any more: its answer is dropped.
  var call: CallID?
  let at: Duration
}

/// What the state machine wants to be done.
enum Action {
  /// Open a connection, and tell what came of it under this number.
  case connect(number: Int)
  /// End the connection with this number, or the attempt to make it.
  case disconnect(number: Int)
  /// There are bytes to send on it: `takeOutgoing`.
  case send(number: Int)
  /// Tell a caller the outcome of a call; nil when it was cancelled.
  case finish(CallID, Result<JSONValue, ClientError>?)
  /// Tell a reader of a feed what has come; nil when it was cancelled.
  case deliver(CallID, Result<[Event], ClientError>?)
  /// Hand on a notification that is for no feed.
  case notify(method: String, parameters: JSONValue)
}
