/// Why a request is refused, as programs tell it (`docs/protocol/README.md`, "Errors").
public struct Reason: Sendable {
  public let code: Int
  /// Stable: what `data.reason` says.
  public let name: StaticString
  /// When it is, in a few words.
  public let summary: String
  /// What `data` has besides, always or at times.
  public let data: [WireField]

  public init(_ code: Int, _ name: StaticString, _ summary: String, _ data: [WireField] = []) {
    self.code = code
    self.name = name
    self.summary = summary
    self.data = data
  }
}

extension Reason: Hashable {
  public static func == (left: Reason, right: Reason) -> Bool {
    left.code == right.code && left.name.description == right.name.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(name.description)
  }
}
