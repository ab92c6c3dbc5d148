extension Refusal {
  /// The reason as a declared value: `catch let error where error.refusal?.kind == .votingClosed`.
  public var kind: RefusalReason { RefusalReason(rawValue: reason) }

  /// Returns the member of `data` with this name; nil if it is missing or has another type.
  func value<Value: Decodable>(_ name: StaticString) -> Value? {
    data?[name].flatMap { try? $0.decoded() }
  }
}

extension ClientError {
  /// The reason of a refusal; nil for other errors.
  public var reason: RefusalReason? { refusal?.kind }
}
