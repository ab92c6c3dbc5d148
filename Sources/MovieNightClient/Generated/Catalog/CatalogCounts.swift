// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What became of the questions of a kind, since the start.
public struct CatalogCounts: Identifiable, Hashable, Sendable {
  /// Which kind.
  public var operation: CatalogOperation
  /// Answered by a fresh copy.
  public var hits: Int
  /// Answered by the source.
  public var misses: Int
  /// Answered by an old copy.
  public var stale: Int
  /// Of them, said that there is no such thing.
  public var notFound: Int
  /// Of them, failed.
  public var errors: Int

  /// The same as `operation`.
  public var id: CatalogOperation { operation }

  public init(operation: CatalogOperation, hits: Int, misses: Int, stale: Int, notFound: Int, errors: Int) {
    self.operation = operation
    self.hits = hits
    self.misses = misses
    self.stale = stale
    self.notFound = notFound
    self.errors = errors
  }
}

extension CatalogCounts: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    operation = try object.decode(CatalogOperation.self, forKey: "operation")
    hits = try object.decode(Int.self, forKey: "hits")
    misses = try object.decode(Int.self, forKey: "misses")
    stale = try object.decode(Int.self, forKey: "stale")
    notFound = try object.decode(Int.self, forKey: "not_found")
    errors = try object.decode(Int.self, forKey: "errors")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(operation, forKey: "operation")
    try object.encode(hits, forKey: "hits")
    try object.encode(misses, forKey: "misses")
    try object.encode(stale, forKey: "stale")
    try object.encode(notFound, forKey: "not_found")
    try object.encode(errors, forKey: "errors")
  }
}

extension CatalogCounts: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    operation = try json.read("operation")
    hits = try json.read("hits")
    misses = try json.read("misses")
    stale = try json.read("stale")
    notFound = try json.read("not_found")
    errors = try json.read("errors")
  }
}
