// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Metrics.
public struct ServerMetrics: Hashable, Sendable {
  /// In Prometheus' text format.
  public var text: String

  public init(text: String) {
    self.text = text
  }
}

extension ServerMetrics: Codable {
  private enum CodingKeys: String, CodingKey {
    case text
  }
}

extension ServerMetrics: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    text = try json.read("text")
  }
}
