/// The credential for TMDb. No description, reflection or dump shows it.
public struct TMDbCredential: Equatable, Sendable {
  fileprivate enum Secret: Equatable, Sendable {
    /// TMDb's "API read access token" (v4), which is sent as a bearer token.
    case token(String)
    /// TMDb's "API key" (v3), which is sent in the query.
    case key(String)
  }

  fileprivate let secret: Secret

  /// Creates a token credential. Throws `badCredential`.
  public static func token(_ text: String) throws(TMDbOptionsError) -> TMDbCredential {
    TMDbCredential(secret: .token(try checked(text)))
  }

  /// Creates a key credential. Throws `badCredential`.
  public static func key(_ text: String) throws(TMDbOptionsError) -> TMDbCredential {
    TMDbCredential(secret: .key(try checked(text)))
  }

  /// Checks a text that becomes part of a header or URL. Trims the text, because files often end with a line break.
  private static func checked(_ text: String) throws(TMDbOptionsError) -> String {
    let bytes = text.utf8.reversed().drop { " \r\n\t".utf8.contains($0) }.reversed().drop { " \t".utf8.contains($0) }
    guard (1...1024).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .badCredential
    }
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  /// The minimum length of a credential to search for. TMDb's have 32 bytes or more; shorter ones occur by chance.
  private static let fewestBytes = 16

  /// Whether the body contains the credential as it was sent. A hostile source could still encode it in another way.
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

/// The address and the credential for TMDb.
public struct TMDbOptions: Sendable {
  public static let defaultBase = "https://api.themoviedb.org/3"

  private let address: ServiceAddress
  private let credential: TMDbCredential

  /// Creates options for an address that ends with `/3`. Throws `badURL` or `unprotected`.
  public init(_ credential: TMDbCredential, base: String = defaultBase) throws(TMDbOptionsError) {
    self.credential = credential
    address = try ServiceAddress(base)
  }

  /// The host, to be shown in messages.
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

  /// Rejects a response that contains the credential, because names in a response are shown and stored.
  func withoutSecret(_ outcome: HTTPOutcome) -> HTTPOutcome {
    guard case .response(let response) = outcome, response.status == 200, credential.isRepeated(in: response.body)
    else { return outcome }
    return .failed(.unreadable)
  }
}

/// The reason why options are invalid. It never contains the secret.
public enum TMDbOptionsError: Error, Equatable, Sendable, CustomStringConvertible {
  case badCredential
  /// The address is invalid. It is included only if it cannot contain a secret.
  case badURL(String)
  /// Plain HTTP to another machine would reveal the secret on the network.
  case unprotected(String)

  public var description: String {
    switch self {
    case .badCredential:
      "The TMDb token or key is empty, longer than 1024 bytes, or contains invalid characters. Copy it again from "
        + "https://www.themoviedb.org/settings/api"
    case .badURL(let text): "\(text) is not a valid service URL"
    case .unprotected(let text): "\(text) uses http to another machine, which is not secure. Use https"
    }
  }
}
