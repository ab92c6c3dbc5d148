/// A GET.
struct HTTPRequest: Equatable, Sendable {
  var url: String
  /// "Name: value".
  var headers: [String] = []

  /// Whether nothing in it could end a line, and so say more than it is meant to.
  var isWellFormed: Bool {
    url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      && headers.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
  }
}

/// Its key or token shows itself nowhere, while it waits or is under way.
extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "a request" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// What came of it.
enum HTTPOutcome: Equatable, Sendable {
  case response(HTTPResponse)
  case failed(HTTPFailure)
}

struct HTTPResponse: Equatable, Sendable {
  var status: Int
  /// What `Retry-After` says, as seconds or as a date; nil without one.
  var retryAfterSeconds: Int?
  var body: [UInt8] = []
}

enum HTTPFailure: Error, Equatable, Sendable {
  case timeout
  /// Nobody is there: no such name, or nobody listens.
  case connection
  /// The connection was lost while it was used.
  case reset
  /// TLS could not be agreed on, or the certificate is not one to be trusted.
  case certificate
  /// More than its limits; the rest was not read.
  case tooLarge
  /// It is no HTTP, or encoded as was not asked for.
  case unreadable
  /// This program ends.
  case stopped
}
