// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How it goes with the catalog.
public struct CatalogStatus: Hashable, Sendable {
  /// `tmdb` or `file`; nil without a catalog.
  public var source: String?
  /// `none` without a catalog.
  public var state: CatalogStatusState
  /// Whom it asks; nil for a file.
  public var host: String?
  /// The language of its texts.
  public var language: String?
  /// When its source answered last; nil where it has not since the start.
  public var lastSuccessAt: Timestamp?
  /// What went wrong last; nil where nothing has since the start.
  public var lastError: CatalogTrouble?
  /// One for each kind of question; empty without a catalog.
  public var operations: [CatalogCounts]
  /// How many are kept over restarts; nil where the store does not say.
  public var entries: Int?
  /// How large they are; nil where the store does not say. In bytes.
  public var bytes: Int?
  /// To be shown with what is from there.
  public var attribution: String?

  public init(
    source: String? = nil, state: CatalogStatusState, host: String? = nil, language: String? = nil,
    lastSuccessAt: Timestamp? = nil, lastError: CatalogTrouble? = nil, operations: [CatalogCounts], entries: Int? = nil,
    bytes: Int? = nil, attribution: String? = nil
  ) {
    self.source = source
    self.state = state
    self.host = host
    self.language = language
    self.lastSuccessAt = lastSuccessAt
    self.lastError = lastError
    self.operations = operations
    self.entries = entries
    self.bytes = bytes
    self.attribution = attribution
  }
}

extension CatalogStatus: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    source = try object.decodeIfPresent(String.self, forKey: "source")
    state = try object.decode(CatalogStatusState.self, forKey: "state")
    host = try object.decodeIfPresent(String.self, forKey: "host")
    language = try object.decodeIfPresent(String.self, forKey: "language")
    lastSuccessAt = try object.decodeIfPresent(Timestamp.self, forKey: "last_success_at")
    lastError = try object.decodeIfPresent(CatalogTrouble.self, forKey: "last_error")
    operations = try object.decode([CatalogCounts].self, forKey: "operations")
    entries = try object.decodeIfPresent(Int.self, forKey: "entries")
    bytes = try object.decodeIfPresent(Int.self, forKey: "bytes")
    attribution = try object.decodeIfPresent(String.self, forKey: "attribution")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(source, forKey: "source")
    try object.encode(state, forKey: "state")
    try object.encode(host, forKey: "host")
    try object.encode(language, forKey: "language")
    try object.encode(lastSuccessAt, forKey: "last_success_at")
    try object.encode(lastError, forKey: "last_error")
    try object.encode(operations, forKey: "operations")
    try object.encode(entries, forKey: "entries")
    try object.encode(bytes, forKey: "bytes")
    try object.encode(attribution, forKey: "attribution")
  }
}

extension CatalogStatus: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    source = try json.readIfPresent("source")
    state = try json.read("state")
    host = try json.readIfPresent("host")
    language = try json.readIfPresent("language")
    lastSuccessAt = try json.readIfPresent("last_success_at")
    lastError = try json.readIfPresent("last_error")
    operations = try json.read("operations")
    entries = try json.readIfPresent("entries")
    bytes = try json.readIfPresent("bytes")
    attribution = try json.readIfPresent("attribution")
  }
}
