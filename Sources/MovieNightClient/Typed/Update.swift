import Primitives

/// What becomes of something that can also be cleared; what is to stay as it is has no update.
public enum Update<Value> {
  /// It is to be this.
  case set(Value)
  /// There is to be none.
  case clear
}

extension Update: Sendable where Value: Sendable {}
extension Update: Equatable where Value: Equatable {}
extension Update: Hashable where Value: Hashable {}

extension Update: JSONWritable where Value: JSONWritable {
  public func write(to json: inout JSONWriter) {
    switch self {
    case .set(let value): value.write(to: &json)
    case .clear: json.null()
    }
  }
}
