// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What the server is, and what it can do.
public struct ServerInfo: Hashable, Sendable {
  /// `movienight`.
  public var name: String
  /// The version of the program.
  public var version: String
  /// The version of the protocol: 1.
  public var `protocol`: Int
  /// What it records in.
  public var store: StoreKind
  /// Where facts about movies are from; nil where the server has no catalog.
  public var catalog: CatalogInfo?
  /// The names of all that it knows, sorted.
  public var methods: [String]

  public init(
    name: String, version: String, `protocol`: Int, store: StoreKind, catalog: CatalogInfo? = nil, methods: [String]
  ) {
    self.name = name
    self.version = version
    self.`protocol` = `protocol`
    self.store = store
    self.catalog = catalog
    self.methods = methods
  }
}

extension ServerInfo: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    name = try object.decode(String.self, forKey: "name")
    version = try object.decode(String.self, forKey: "version")
    `protocol` = try object.decode(Int.self, forKey: "protocol")
    store = try object.decode(StoreKind.self, forKey: "store")
    catalog = try object.decodeIfPresent(CatalogInfo.self, forKey: "catalog")
    methods = try object.decode([String].self, forKey: "methods")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(name, forKey: "name")
    try object.encode(version, forKey: "version")
    try object.encode(`protocol`, forKey: "protocol")
    try object.encode(store, forKey: "store")
    try object.encode(catalog, forKey: "catalog")
    try object.encode(methods, forKey: "methods")
  }
}

extension ServerInfo: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    name = try json.read("name")
    version = try json.read("version")
    `protocol` = try json.read("protocol")
    store = try json.read("store")
    catalog = try json.readIfPresent("catalog")
    methods = try json.read("methods")
  }
}
