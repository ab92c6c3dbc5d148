// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What a search has found.
public struct FoundSeriesPage: Hashable, Sendable {
  /// Which page this is, from 1 on.
  public var page: Int
  /// How many there are at the source.
  public var totalPages: Int
  /// How many there are at the source, also of what was left out.
  public var totalResults: Int
  /// In the source's order.
  public var results: [FoundSeries]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  public init(
    page: Int, totalPages: Int, totalResults: Int, results: [FoundSeries], source: FactSource? = nil,
    fetchedAt: Timestamp? = nil, stale: Bool
  ) {
    self.page = page
    self.totalPages = totalPages
    self.totalResults = totalResults
    self.results = results
    self.source = source
    self.fetchedAt = fetchedAt
    self.stale = stale
  }
}

extension FoundSeriesPage: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    page = try object.decode(Int.self, forKey: "page")
    totalPages = try object.decode(Int.self, forKey: "total_pages")
    totalResults = try object.decode(Int.self, forKey: "total_results")
    results = try object.decode([FoundSeries].self, forKey: "results")
    source = try object.decodeIfPresent(FactSource.self, forKey: "source")
    fetchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "fetched_at")
    stale = try object.decode(Bool.self, forKey: "stale")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(page, forKey: "page")
    try object.encode(totalPages, forKey: "total_pages")
    try object.encode(totalResults, forKey: "total_results")
    try object.encode(results, forKey: "results")
    try object.encode(source, forKey: "source")
    try object.encode(fetchedAt, forKey: "fetched_at")
    try object.encode(stale, forKey: "stale")
  }
}

extension FoundSeriesPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    page = try json.read("page")
    totalPages = try json.read("total_pages")
    totalResults = try json.read("total_results")
    results = try json.read("results")
    source = try json.readIfPresent("source")
    fetchedAt = try json.readIfPresent("fetched_at")
    stale = try json.read("stale")
  }
}
