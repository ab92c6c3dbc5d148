extension FakeTMDb {
  /// A request that the server received.
  public struct Request: Sendable {
    static let base = "/3"

    /// The decoded path below `/3`, such as "/movie/550".
    public let path: String
    /// The decoded query parameters, in order.
    public let parameters: [(name: String, value: String)]
    /// The header values by lowercase name.
    public let headers: [String: String]

    init(_ head: HTTPHead) {
      let path = HTTPHead.decoded(head.path[...], plusIsSpace: false)
      self.path = path.hasPrefix(Self.base + "/") ? String(path.dropFirst(Self.base.count)) : path
      parameters = head.parameters
      headers = head.headers
    }

    /// The value of the first parameter with this name; nil if there is none.
    public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    func has(_ credential: Credential?) -> Bool {
      switch credential {
      case .token(let token): headers["authorization"] == "Bearer \(token)"
      case .key(let key): self["api_key"] == key
      case nil: true
      }
    }
  }
}
