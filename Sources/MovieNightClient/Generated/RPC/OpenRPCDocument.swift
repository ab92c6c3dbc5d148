// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The protocol as an OpenRPC document (https://spec.open-rpc.org).
public struct OpenRPCDocument: Hashable, Sendable {
  /// The version of OpenRPC.
  public var openrpc: String
  /// Of what program and protocol.
  public var info: JSONObject
  /// By name.
  public var methods: [JSONObject]
  /// What the server sends unasked.
  public var xNotifications: [JSONObject]
  /// What an event says, by its type; in their order.
  public var xEvents: [JSONObject]
  /// What answers a line that is no request to a method.
  public var xErrorsOfConnections: [JSONObject]
  /// Types and errors, by name.
  public var components: JSONObject

  public init(
    openrpc: String, info: JSONObject, methods: [JSONObject], xNotifications: [JSONObject], xEvents: [JSONObject],
    xErrorsOfConnections: [JSONObject], components: JSONObject
  ) {
    self.openrpc = openrpc
    self.info = info
    self.methods = methods
    self.xNotifications = xNotifications
    self.xEvents = xEvents
    self.xErrorsOfConnections = xErrorsOfConnections
    self.components = components
  }
}

extension OpenRPCDocument: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    openrpc = try object.decode(String.self, forKey: "openrpc")
    info = try object.decode(JSONObject.self, forKey: "info")
    methods = try object.decode([JSONObject].self, forKey: "methods")
    xNotifications = try object.decode([JSONObject].self, forKey: "x-notifications")
    xEvents = try object.decode([JSONObject].self, forKey: "x-events")
    xErrorsOfConnections = try object.decode([JSONObject].self, forKey: "x-errors-of-connections")
    components = try object.decode(JSONObject.self, forKey: "components")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(openrpc, forKey: "openrpc")
    try object.encode(info, forKey: "info")
    try object.encode(methods, forKey: "methods")
    try object.encode(xNotifications, forKey: "x-notifications")
    try object.encode(xEvents, forKey: "x-events")
    try object.encode(xErrorsOfConnections, forKey: "x-errors-of-connections")
    try object.encode(components, forKey: "components")
  }
}

extension OpenRPCDocument: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    openrpc = try json.read("openrpc")
    info = try json.read("info")
    methods = try json.read("methods")
    xNotifications = try json.read("x-notifications")
    xEvents = try json.read("x-events")
    xErrorsOfConnections = try json.read("x-errors-of-connections")
    components = try json.read("components")
  }
}
