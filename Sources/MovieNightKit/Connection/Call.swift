/// Numbers calls and reads of one client.
typealias CallID = Int
typealias FeedID = Int

/// One request, from when it was asked for until its outcome is known, over as many attempts as that takes.
struct Call {
  enum Purpose {
    /// A caller waits for the outcome.
    case request
    /// Nothing is sent: the caller waits for the first connection, and no longer than for one attempt.
    case opening
    case subscribing(FeedID)
    /// Nobody waits: what comes is dropped.
    case unheeded
  }

  /// As whom the connection has to act for it to be sent. Until then it is held, and keeps nobody from closing down.
  enum Need: Equatable {
    case nothing
    case member(String)
  }

  enum Stage: Equatable {
    /// It could be sent, if there were a connection.
    case waiting
    /// Under that number.
    case underWay(Int)
    /// Until its next attempt.
    case resting(until: Duration)
    /// Until the client acts as somebody else.
    case held
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
  var stage = Stage.waiting
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
  var wireID: Int? { if case .underWay(let number) = stage { number } else { nil } }

  /// Whether the connection acts as somebody else when it succeeds.
  var isAuthentication: Bool { request.method == "auth.authenticate" }

  func isSubscribing(_ feed: FeedID) -> Bool { if case .subscribing(feed) = purpose { true } else { false } }

  /// When an attempt would come too late.
  var end: Duration? { deadline.map { min($0, lastAttempt ?? $0) } }
}
