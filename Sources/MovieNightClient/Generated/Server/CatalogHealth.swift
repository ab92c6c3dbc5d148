// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How it goes with the catalog.
public struct CatalogHealth: Hashable, Sendable {
  /// `tmdb` or `file`.
  public var source: String
  /// How its source answers.
  public var state: CatalogState
  /// When it failed last; nil where it has not since the start.
  public var lastErrorAt: Timestamp?

  public init(source: String, state: CatalogState, lastErrorAt: Timestamp? = nil) {
    self.source = source
    self.state = state
    self.lastErrorAt = lastErrorAt
  }
}

extension CatalogHealth: Codable {
  private enum CodingKeys: String, CodingKey {
    case source
    case state
    case lastErrorAt = "last_error_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(source, forKey: .source)
    try object.encode(state, forKey: .state)
    try object.encode(lastErrorAt, forKey: .lastErrorAt)
  }
}

extension CatalogHealth: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    source = try json.read("source")
    state = try json.read("state")
    lastErrorAt = try json.readIfPresent("last_error_at")
  }
}
