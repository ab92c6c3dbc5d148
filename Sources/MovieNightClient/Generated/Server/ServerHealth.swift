// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How the server is, and what is wrong.
public struct ServerHealth: Hashable, Sendable {
  /// The worst that any of the problems makes it.
  public var status: HealthStatus
  /// What is wrong now; none when all is well.
  public var problems: [HealthProblem]
  /// What it records in.
  public var store: String
  /// The last position that this server has seen.
  public var head: Int
  /// Up to which position all read models have folded.
  public var checkpoint: Int?
  /// How each read model is.
  public var projections: [ProjectionHealth]
  /// Which of several servers on one PostgreSQL is appending; nil when nobody is, and on every other store.
  public var appendLock: AppendLock?
  /// How it goes with it; nil where the server has none.
  public var catalog: CatalogHealth?
  /// How long it runs. In seconds.
  public var uptimeSeconds: Int

  public init(
    status: HealthStatus, problems: [HealthProblem], store: String, head: Int, checkpoint: Int? = nil,
    projections: [ProjectionHealth], appendLock: AppendLock? = nil, catalog: CatalogHealth? = nil, uptimeSeconds: Int
  ) {
    self.status = status
    self.problems = problems
    self.store = store
    self.head = head
    self.checkpoint = checkpoint
    self.projections = projections
    self.appendLock = appendLock
    self.catalog = catalog
    self.uptimeSeconds = uptimeSeconds
  }
}

extension ServerHealth: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    status = try object.decode(HealthStatus.self, forKey: "status")
    problems = try object.decode([HealthProblem].self, forKey: "problems")
    store = try object.decode(String.self, forKey: "store")
    head = try object.decode(Int.self, forKey: "head")
    checkpoint = try object.decodeIfPresent(Int.self, forKey: "checkpoint")
    projections = try object.decode([ProjectionHealth].self, forKey: "projections")
    appendLock = try object.decodeIfPresent(AppendLock.self, forKey: "append_lock")
    catalog = try object.decodeIfPresent(CatalogHealth.self, forKey: "catalog")
    uptimeSeconds = try object.decode(Int.self, forKey: "uptime_s")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(status, forKey: "status")
    try object.encode(problems, forKey: "problems")
    try object.encode(store, forKey: "store")
    try object.encode(head, forKey: "head")
    try object.encode(checkpoint, forKey: "checkpoint")
    try object.encode(projections, forKey: "projections")
    try object.encode(appendLock, forKey: "append_lock")
    try object.encode(catalog, forKey: "catalog")
    try object.encode(uptimeSeconds, forKey: "uptime_s")
  }
}

extension ServerHealth: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    status = try json.read("status")
    problems = try json.read("problems")
    store = try json.read("store")
    head = try json.read("head")
    checkpoint = try json.readIfPresent("checkpoint")
    projections = try json.read("projections")
    appendLock = try json.readIfPresent("append_lock")
    catalog = try json.readIfPresent("catalog")
    uptimeSeconds = try json.read("uptime_s")
  }
}
