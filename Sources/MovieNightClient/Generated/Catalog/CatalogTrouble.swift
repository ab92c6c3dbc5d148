// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What went wrong last.
public struct CatalogTrouble: Hashable, Sendable {
  /// When.
  public var at: Timestamp
  /// What went wrong: `timeout`.
  public var kind: String
  /// With which question.
  public var operation: CatalogOperation
  /// The status of HTTP; nil where there was none.
  public var status: Int?

  public init(at: Timestamp, kind: String, operation: CatalogOperation, status: Int? = nil) {
    self.at = at
    self.kind = kind
    self.operation = operation
    self.status = status
  }
}

extension CatalogTrouble: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    at = try object.decode(Timestamp.self, forKey: "at")
    kind = try object.decode(String.self, forKey: "kind")
    operation = try object.decode(CatalogOperation.self, forKey: "operation")
    status = try object.decodeIfPresent(Int.self, forKey: "status")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(at, forKey: "at")
    try object.encode(kind, forKey: "kind")
    try object.encode(operation, forKey: "operation")
    try object.encode(status, forKey: "status")
  }
}

extension CatalogTrouble: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    at = try json.read("at")
    kind = try json.read("kind")
    operation = try json.read("operation")
    status = try json.readIfPresent("status")
  }
}
