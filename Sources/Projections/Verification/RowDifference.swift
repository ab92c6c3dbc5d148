import EventStore
import MovieNightPrimitives

/// The first row of a read model that does not match its events.
public struct RowDifference: Equatable, Sendable, CustomStringConvertible {
  /// The kind of difference.
  public enum Kind: Equatable, Sendable {
    /// The events produce a row, but it does not exist.
    case missing
    /// The row exists, but no events produce it.
    case unexpected
    /// The rows differ at `member`, such as `suggestions[2].votes[0].vote`. Values are shortened, secrets hidden.
    case differs(member: String, expected: String, actual: String)
    /// The fold cannot read the events.
    case unreadable(reason: String)
  }

  public let model: String
  public let key: RowKey
  public let kind: Kind
  /// The last event that changed the row; nil if there is none.
  public let lastEvent: LastEvent?

  /// An event of the row's stream. The search for the cause of a difference can begin there.
  public struct LastEvent: Equatable, Sendable {
    public let position: Position
    public let type: String
  }

  public var description: String {
    let touched = lastEvent.map { ", last changed by \($0.type) at position \($0.position)" } ?? ""
    switch kind {
    case .missing: return "\(model) \(key) is missing\(touched)"
    case .unexpected: return "\(model) \(key) is unexpected: no event produces it"
    case .differs(let member, let expected, let actual):
      return "\(model) \(key) differs in \(member): \(actual) instead of \(expected)\(touched)"
    case .unreadable(let reason): return "\(model) \(key) cannot be built: \(reason)\(touched)"
    }
  }
}

extension RowDifference.Kind {
  /// Compares two rows. Returns nil if they are equal byte for byte.
  init?(expected: Row, actual: Row) {
    if expected == actual { return nil }
    if expected.document != actual.document {
      self = Self.firstDifference(expected.document, actual.document)
    } else if expected.owner != actual.owner {
      self = .differs(member: "(owner)", expected: "\(expected.owner)", actual: "\(actual.owner)")
    } else if expected.sortKey != actual.sortKey {
      self = .differs(member: "(place)", expected: Self.text(expected.sortKey), actual: Self.text(actual.sortKey))
    } else {
      self = .differs(member: "(position)", expected: "\(expected.position)", actual: "\(actual.position)")
    }
  }

  private static func text(_ sortKey: SortKey?) -> String { sortKey.map { "\($0.order) \($0.tie)" } ?? "none" }

  private static func firstDifference(_ expected: [UInt8], _ actual: [UInt8]) -> Self {
    guard let left = try? JSONDocument(stored: expected).root, let right = try? JSONDocument(stored: actual).root else {
      return .differs(member: "(document)", expected: "JSON", actual: "invalid JSON")
    }
    return compare(left, right, path: "")
      ?? .differs(member: "(document)", expected: "\(expected.count) bytes", actual: "\(actual.count) bytes")
  }

  private static func compare(_ left: JSONValue, _ right: JSONValue, path: String) -> Self? {
    switch (left.kind, right.kind) {
    case (.object, .object):
      return compare(
        left.members.map { (path.isEmpty ? $0.name : "\(path).\($0.name)", $0.value) },
        right.members.map { (path.isEmpty ? $0.name : "\(path).\($0.name)", $0.value) })
    case (.array, .array):
      return compare(
        left.elements.enumerated().map { ("\(path)[\($0.offset)]", $0.element) },
        right.elements.enumerated().map { ("\(path)[\($0.offset)]", $0.element) })
    default:
      if left.kind == right.kind, left.rawBytes.elementsEqual(right.rawBytes) { return nil }
      return .differs(member: path, expected: excerpt(left, path), actual: excerpt(right, path))
    }
  }

  private static func compare(_ left: [(path: String, value: JSONValue)], _ right: [(path: String, value: JSONValue)])
    -> Self?
  {
    for (one, other) in zip(left, right) {
      guard one.path == other.path else { return .differs(member: one.path, expected: one.path, actual: other.path) }
      if let difference = compare(one.value, other.value, path: one.path) { return difference }
    }
    if let lost = left.dropFirst(right.count).first {
      return .differs(member: lost.path, expected: excerpt(lost.value, lost.path), actual: "nothing")
    }
    if let added = right.dropFirst(left.count).first {
      return .differs(member: added.path, expected: "nothing", actual: excerpt(added.value, added.path))
    }
    return nil
  }

  // Reports are logged, so values that may hold a token's digest are hidden.
  private static func excerpt(_ value: JSONValue, _ path: String) -> String {
    if path.hasPrefix("tokens") { return "(secret)" }
    let bytes = value.rawBytes
    let text = String(decoding: bytes.prefix(60), as: UTF8.self)
    return bytes.count > 60 ? text + "…" : text
  }
}
