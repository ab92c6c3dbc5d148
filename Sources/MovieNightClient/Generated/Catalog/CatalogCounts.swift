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
  private enum CodingKeys: String, CodingKey {
    case operation
    case hits
    case misses
    case stale
    case notFound = "not_found"
    case errors
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
