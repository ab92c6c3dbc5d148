extension FakeTMDb {
  /// What somebody asked.
  public struct Request: Sendable {
    static let base = "/3"

    /// Below `/3`, decoded: "/movie/550".
    public let path: String
    /// Decoded, in their order.
    public let parameters: [(name: String, value: String)]
    /// By names in lower case.
    public let headers: [String: String]

    init(_ head: HTTPHead) {
      let path = HTTPHead.decoded(head.path[...], plusIsSpace: false)
      self.path = path.hasPrefix(Self.base + "/") ? String(path.dropFirst(Self.base.count)) : path
      parameters = head.parameters
      headers = head.headers
    }

    /// A parameter's value, the first of that name.
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
