/// The reason why a call returned no result.
///
/// `localizedDescription` needs `import MovieNightFoundation`. Without that module, Foundation returns a generic text;
/// use `description` instead.
public enum ClientError: Error, Hashable, Codable, Sendable {
  /// The text is not a server address.
  case badAddress(String)
  /// There is no connection, or it was lost and not restored in time.
  case unreachable(address: ServerAddress, reason: String)
  /// No answer arrived in time. A command may have been carried out; send it again with the same id to find out.
  case timedOut(after: Duration)
  /// The server sent something that the protocol does not allow. A malformed message also ends the connection.
  case protocolViolation(String)
  /// The parameters are not JSON; nothing was sent.
  case unreadableParameters(JSONError)
  /// The server refused the request. A command refused with `result_unreadable` was recorded; read the current state.
  case refused(Refusal)
  /// The client was closed. A command in flight may still have been carried out.
  case closed
  /// The identity changed before the answer, so the request is not sent again. A command may have been carried out.
  case identityChanged
  /// The outbox rejected the command, or cannot be opened.
  case outbox(OutboxProblem)

  /// The text of a protocol violation, or the description of any other error.
  var violation: String { if case .protocolViolation(let what) = self { what } else { description } }

  /// The refusal; nil for other errors.
  public var refusal: Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}

/// The error object of an answer (`docs/protocol/README.md`, "Errors").
public struct Refusal: Hashable, Codable, Sendable {
  /// A status code such as 401, 403, 404 or 409, or a negative error code of JSON-RPC.
  public let code: Int
  /// A stable identifier for programs, such as `wrong_state` or `over_ceiling`. Empty if the server sends none.
  public let reason: String
  /// A sentence for people.
  public let message: String
  /// Further details, such as fields, states or ids; nil if the server sends none.
  public let data: JSONObject?

  public init(code: Int, reason: String, message: String, data: JSONObject? = nil) {
    self.code = code
    self.reason = reason
    self.message = message
    self.data = data
  }
}

extension ClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    // The text may be a URI with a password, so the message does not repeat it.
    case .badAddress(let text) where text.contains("@"): "A server address contains no @"
    case .badAddress(let text): "'\(text)' is not a server address"
    case .unreachable(let address, let reason): "No connection to \(address): \(reason)"
    case .timedOut(let duration): "No answer within \(seconds(duration))"
    case .protocolViolation(let what): "The server sent an invalid message: \(what)"
    case .unreadableParameters(let error): "The parameters are not JSON: \(error)"
    case .closed: "The client was closed"
    case .identityChanged: "The client changed its identity"
    case .outbox(let problem): problem.description
    case .refused(let refusal):
      refusal.reason.isEmpty
        ? "\(refusal.message) (\(refusal.code))" : "\(refusal.message) (\(refusal.code) \(refusal.reason))"
    }
  }

  /// The description for people. For a refusal, it is the server's sentence without code and reason.
  package var message: String { refusal?.message ?? description }

  /// Advice for the caller; nil if there is none.
  public var hint: String? {
    switch self {
    case .badAddress: "Use HOST:PORT, [::1]:PORT or unix:PATH."
    case .unreachable: "Check the network connection and whether the server is running."
    case .refused(let refusal) where refusal.code == 401: "Log in again: the token may have been revoked."
    case .refused(let refusal) where refusal.kind == .tooMuchRecorded:
      "\(Self.again(after: refusal)), or ask the server's operator to raise the limit."
    case .timedOut, .protocolViolation, .unreadableParameters, .refused, .closed, .identityChanged, .outbox:
      nil
    }
  }

  private static func again(after refusal: Refusal) -> String {
    guard let milliseconds = refusal.retryAfterMilliseconds, milliseconds > 0 else {
      return "Try again later"
    }
    let minutes = milliseconds / 60_000 + 1
    return "Try again in \(minutes) \(minutes == 1 ? "minute" : "minutes")"
  }

  private func seconds(_ duration: Duration) -> String {
    let (whole, attoseconds) = duration.components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(whole) s" : "\(whole).\(tenths) s"
  }
}

extension ClientError {
  /// The shortest delay before the same request may be sent again; nil if a retry cannot help.
  var leastRetryDelay: Duration? {
    switch self {
    case .unreachable: return .zero
    case .refused(let refusal):
      switch refusal.kind {
      case .stopping, .storeUnavailable, .outcomeUnknown: return .zero
      case _ where refusal.code == 429:
        guard let milliseconds = refusal.retryAfterMilliseconds, milliseconds >= 0 else { return nil }
        return .milliseconds(milliseconds)
      default: return nil
      }
    case .badAddress, .timedOut, .protocolViolation, .unreadableParameters, .closed, .identityChanged,
      .outbox:
      return nil
    }
  }
}
