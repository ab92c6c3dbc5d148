/// What lets this program ask TMDb. It shows itself nowhere: neither described, nor reflected, nor dumped.
public struct TMDbCredential: Equatable, Sendable {
  fileprivate enum Secret: Equatable, Sendable {
    /// "API read access token" (v4): sent as a bearer.
    case token(String)
    /// "API key" (v3): sent in the query.
    case key(String)
  }

  fileprivate let secret: Secret

  /// - Throws: `badCredential`.
  public static func token(_ text: String) throws(TMDbOptionsError) -> TMDbCredential {
    TMDbCredential(secret: .token(try checked(text)))
  }

  /// - Throws: `badCredential`.
  public static func key(_ text: String) throws(TMDbOptionsError) -> TMDbCredential {
    TMDbCredential(secret: .key(try checked(text)))
  }

  /// It becomes part of a header or of a URL. A file with one often ends with a line break.
  private static func checked(_ text: String) throws(TMDbOptionsError) -> String {
    let bytes = text.utf8.reversed().drop { " \r\n\t".utf8.contains($0) }.reversed().drop { " \t".utf8.contains($0) }
    guard (1...1024).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .badCredential
    }
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  /// TMDb's have 32 bytes and more. What is much shorter stands in a body by chance.
  private static let fewestBytes = 16

  /// Whether it stands there as it is sent. (Who has it and wants to hide it can write it in any other way.)
  fileprivate func isRepeated(in body: [UInt8]) -> Bool {
    let text =
      switch secret {
      case .token(let text), .key(let text): Array(text.utf8)
      }
    guard text.count >= Self.fewestBytes, body.count >= text.count else { return false }
    return (0...(body.count - text.count)).contains { body[$0] == text[0] && body[$0...].starts(with: text) }
  }
}

extension TMDbCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "a credential" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// How TMDb is asked.
public struct TMDbOptions: Sendable {
  public static let standardBase = "https://api.themoviedb.org/3"

  private let address: ServiceAddress
  private let credential: TMDbCredential

  /// - Parameter base: up to `/3`.
  /// - Throws: `badURL`, `unprotected`.
  public init(_ credential: TMDbCredential, base: String = standardBase) throws(TMDbOptionsError) {
    self.credential = credential
    address = try ServiceAddress(base)
  }

  /// Whom it asks, for people.
  public var host: String { address.host }

  func request(_ question: CatalogQuestion, language: String) -> HTTPRequest {
    let request = TMDbRequest(question, language: language)
    switch credential.secret {
    case .token(let token):
      return HTTPRequest(
        url: request.url(base: address.text), headers: ["Accept: application/json", "Authorization: Bearer \(token)"])
    case .key(let key):
      return HTTPRequest(
        url: request.url(base: address.text, extra: [("api_key", key)]),
        headers: ["Accept: application/json"])
    }
  }

  /// An answer that repeats the secret is none: its names would be shown and kept.
  func withoutSecret(_ outcome: HTTPOutcome) -> HTTPOutcome {
    guard case .response(let response) = outcome, response.status == 200, credential.isRepeated(in: response.body)
    else { return outcome }
    return .failed(.unreadable)
  }
}

/// Why TMDb cannot be asked so. Never says the secret.
public enum TMDbOptionsError: Error, Equatable, Sendable, CustomStringConvertible {
  case badCredential
  /// With the address where that cannot hold a secret.
  case badURL(String)
  /// Plain HTTP to another machine: everybody on the way could read the secret.
  case unprotected(String)

  public var description: String {
    switch self {
    case .badCredential:
      "TMDb's token or key is empty, longer than 1024 bytes, or holds what neither does. Copy it once more from "
        + "https://www.themoviedb.org/settings/api"
    case .badURL(let text): "\(text) is no address of a service"
    case .unprotected(let text): "\(text) is another machine: plain http is for this one alone. Take https"
    }
  }
}
