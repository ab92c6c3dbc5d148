/// Identifies a call or a read within one client.
typealias CallID = Int
typealias FeedID = Int

/// A request from its submission to its outcome, including all attempts to send it.
struct Call {
  enum Purpose {
    case request
    /// Sends no request, but succeeds when the connection is open, and fails if the first attempt to connect fails.
    case opening
    case subscribing(FeedID)
    /// A request whose answer is ignored.
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
    /// Waiting until that time to be sent again.
    case waitingToRetry(until: Duration)
    /// Held until the connection has the needed identity.
    case held
  }

  let purpose: Purpose
  /// The request, which is prepared once so that every attempt sends the same bytes.
  let request: Request
  /// The time limit; nil if the call continues until it succeeds or is refused.
  let limit: Duration?
  let deadline: Duration?
  var need = Need.nothing
  /// Returns whether the call is still to be sent; false if it was withdrawn. Called under the client's lock just
  /// before the first send, so it must not call the client.
  var isWanted: @Sendable () -> Bool = { true }
  var stage = Stage.waiting
  var wasSent = false
  /// The only identity that the call is sent as. It is the client's identity when the call was submitted or, if that
  /// was unknown, when the call was first sent. Nil until then.
  var intendedIdentity: ConnectionIdentity?
  /// The time after which the call is not retried on a new connection. Set when the connection is first lost.
  var retryDeadline: Duration?
  var lastError: ClientError?
  var backoff: Backoff

  var wireID: Int? { if case .inFlight(let number) = stage { number } else { nil } }

  var isAuthentication: Bool { request.method == "auth.authenticate" }

  func isSubscribing(_ feed: FeedID) -> Bool { if case .subscribing(feed) = purpose { true } else { false } }

  /// The time after which no further attempt is made; nil for a call without a time limit.
  var cutoff: Duration? { deadline.map { min($0, retryDeadline ?? $0) } }
}
