/// Identifies a call or a read within one client.
typealias CallID = Int
typealias FeedID = Int

/// One request from its submission to its outcome, over all attempts.
struct Call {
  enum Purpose {
    case request
    /// Sends nothing: waits for the first connection, and for one attempt only.
    case opening
    case subscribing(FeedID)
    /// The answer is dropped.
    case ignored
  }

  /// The identity that the connection must have before the request is sent. Until then the request is held.
  enum Need: Equatable {
    case nothing
    case member(String)
  }

  enum Stage: Equatable {
    /// Ready to be sent.
    case waiting
    /// In flight under this request number.
    case inFlight(Int)
    /// Waiting for the next attempt.
    case waitingToRetry(until: Duration)
    /// Waiting for another identity.
    case held
  }

  let purpose: Purpose
  /// Prepared once, so that every attempt sends the same bytes.
  let request: Request
  /// The time limit; nil to continue until the call succeeds or is refused.
  let limit: Duration?
  let deadline: Duration?
  var need = Need.nothing
  /// Called under the client's lock just before the first send, so it must not call the client. False: the call was withdrawn.
  var isWanted: @Sendable () -> Bool = { true }
  var stage = Stage.waiting
  var wasSent = false
  /// The identity when the call was submitted, else when it was first sent; nil while unknown. The call is sent only as this
  /// identity.
  var intendedIdentity: ConnectionIdentity?
  /// The latest time for another attempt, set when a connection is first lost.
  var lastAttempt: Duration?
  var lastError: ClientError?
  var backoff: Backoff

  var wireID: Int? { if case .inFlight(let number) = stage { number } else { nil } }

  var isAuthentication: Bool { request.method == "auth.authenticate" }

  func isSubscribing(_ feed: FeedID) -> Bool { if case .subscribing(feed) = purpose { true } else { false } }

  /// The time at which another attempt comes too late.
  var end: Duration? { deadline.map { min($0, lastAttempt ?? $0) } }
}
