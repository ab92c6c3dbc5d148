extension Refusal {
  /// The reason as one of those that are declared: `catch let error where error.refusal?.kind == .votingClosed`.
  public var kind: RefusalReason { RefusalReason(rawValue: reason) }

  /// What `data` has under this name; nil where it has nothing, or something else.
  func value<Value: Decodable>(_ name: StaticString) -> Value? {
    data?[name].flatMap { try? $0.decoded() }
  }
}

extension ClientError {
  /// Why the server said no; nil for every other error.
  public var reason: RefusalReason? { refusal?.kind }
}
