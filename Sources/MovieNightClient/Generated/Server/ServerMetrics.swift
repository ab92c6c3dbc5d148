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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    text = try object.decode(String.self, forKey: "text")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(text, forKey: "text")
  }
}

extension ServerMetrics: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    text = try json.read("text")
  }
}
