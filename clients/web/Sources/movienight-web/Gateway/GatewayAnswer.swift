import MovieNightKit

/// The answer to one request, without the request's id.
struct GatewayAnswer: Sendable {
  /// The result or the error, as JSON.
  let json: [UInt8]
  /// The code of an error; nil for a result.
  let code: Int?
  /// The reason of an error; nil for a result.
  var reason: String?
  /// The time to wait before the same request may succeed, if the error says so.
  var retryAfter: Duration?

  /// Reads the answer in a line from the movienight server; nil if it has neither a result nor an error.
  init?(_ message: JSONValue) {
    if let result = message["result"] {
      (json, code) = (Array(result.encoded), nil)
    } else if let error = message["error"], let code = error["code"]?.integer {
      (json, self.code) = (Array(error.encoded), code)
      reason = error["data"]?["reason"]?.string
      retryAfter = error["data"]?["retry_after_ms"]?.integer.map { .milliseconds($0) }
    } else {
      return nil
    }
  }

  private init(_ code: Int, _ reason: String, _ message: String, _ data: (inout JSONWriter) -> Void = { _ in }) {
    self.code = code
    self.reason = reason
    json =
      JSONWriter.object {
        $0.field("code", code)
        $0.field("message", message)
        $0.object("data") {
          $0.field("reason", reason)
          data(&$0)
        }
      }.bytes
  }

  /// Writes the answer to the request with an id, which is JSON. Without an id that could be read, it is null.
  func write(id: [UInt8]?, to bytes: inout [UInt8]) {
    bytes += #"{"jsonrpc":"2.0","id":"#.utf8
    bytes += id ?? Array("null".utf8)
    bytes += (code == nil ? #","result":"# : #","error":"#).utf8
    bytes += json
    bytes += "}".utf8
  }
}

// The gateway's own errors have the codes and reasons of the protocol (`docs/protocol/refusals.md`).
extension GatewayAnswer {
  static let notJSON = GatewayAnswer(-32700, "parse_error", "The body is not JSON.")
  static func invalidRequest(_ message: String) -> GatewayAnswer { GatewayAnswer(-32600, "invalid_request", message) }
  static let needsSubscription = GatewayAnswer(
    -32601, "unknown_method", "There are no subscriptions over HTTP. GET /events sends events.")
  static let otherToken = GatewayAnswer(
    -32602, "bad_parameters", "token: must be the token of the header Authorization."
  ) {
    $0.objects("fields", ["must be the token of the header Authorization"]) { writer, message in
      writer.field("field", "token")
      writer.field("message", message)
    }
  }

  static let noToken = GatewayAnswer(
    401, "not_authenticated", "Send a token in the header Authorization: Bearer TOKEN.")
  static let badToken = GatewayAnswer(401, "not_authenticated", "The token is unknown or was revoked.")
  static let administratorOnly = GatewayAnswer(
    403, "not_allowed", "Only an administrator of this server can do this.")
  static let bodyTooLarge = GatewayAnswer(413, "too_large", "The request is longer than the server accepts.")
  static let answerTooLarge = GatewayAnswer(413, "too_large", "The result is too large to send. Ask for less.")
  static let tooManyRequests = tooMany(
    "too_many_requests", "Too many of your requests are still waiting. Nothing was changed.", .seconds(1))
  static let tooManyConnections = tooMany(
    "too_many_connections", "The gateway has reached its limit of connections.", .seconds(1))
  static let tooManyFailures = tooMany(
    "too_many_requests", "Too many wrong tokens or invites from your address. Try again later.", .seconds(60))
  static func tooManyStreams(_ limit: Int) -> GatewayAnswer {
    GatewayAnswer(429, "too_many_subscriptions", "This token has \(limit) event streams already.") {
      $0.field("limit", limit)
    }
  }
  static let unreachable = GatewayAnswer(
    503, "stopping", "The movie night server cannot be reached. Nothing was changed.")
  static let outcomeUnknown = GatewayAnswer(
    503, "outcome_unknown", "This may or may not have been recorded. Check before you try again.")

  private static func tooMany(_ reason: String, _ message: String, _ wait: Duration) -> GatewayAnswer {
    let milliseconds = Int(wait / .milliseconds(1))
    var answer = GatewayAnswer(429, reason, message) { $0.field("retry_after_ms", milliseconds) }
    answer.retryAfter = wait
    return answer
  }
}
