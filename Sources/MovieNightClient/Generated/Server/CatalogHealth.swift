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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    source = try object.decode(String.self, forKey: "source")
    state = try object.decode(CatalogState.self, forKey: "state")
    lastErrorAt = try object.decodeIfPresent(Timestamp.self, forKey: "last_error_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(source, forKey: "source")
    try object.encode(state, forKey: "state")
    try object.encode(lastErrorAt, forKey: "last_error_at")
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
