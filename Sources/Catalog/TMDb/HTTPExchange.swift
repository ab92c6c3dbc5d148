struct HTTPRequest: Equatable, Sendable {
  var url: String
  /// Header lines in the form "Name: value".
  var headers: [String] = []

  /// Whether the request contains no character that could end a line and inject a header.
  var isWellFormed: Bool {
    url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      && headers.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
  }
}

/// No description shows the content of a request, which may include a key or token.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "a request" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

enum HTTPOutcome: Equatable, Sendable {
  case response(HTTPResponse)
  case failed(HTTPFailure)
}

struct HTTPResponse: Equatable, Sendable {
  var status: Int
  /// The delay from the `Retry-After` header, which may also be a date; nil if there is no such header.
  var retryAfterSeconds: Int?
  var body: [UInt8] = []
}

enum HTTPFailure: Error, Equatable, Sendable {
  case timeout
  /// The host name does not exist, or no server is listening.
  case connection
  /// The connection was lost during the request.
  case reset
  /// The TLS handshake failed, or the certificate is not trusted.
  case certificate
  /// The response exceeds a limit. The rest of it was not read.
  case tooLarge
  /// The response is not HTTP, or has an encoding that was not requested.
  case unreadable
  case stopped
}
