// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `rpc.…`.
  public var rpc: RPCArea { RPCArea(scope: scope) }
}

/// The methods `rpc.…`.
public struct RPCArea: Sendable {
  let scope: ClientScope

  /// Describes the protocol: all methods, with what they take, give and refuse, and all events.
  ///
  /// Sends `rpc.discover`.
  ///
  /// - Returns: The protocol as an OpenRPC document (https://spec.open-rpc.org).
  public func discover() async throws -> OpenRPCDocument {
    try await scope.send(RPCRequests.discover())
  }
}

/// The requests of the methods `rpc.…`. An outbox keeps commands without secrets only.
public enum RPCRequests {
  /// The request `rpc.discover`: describes the protocol: all methods, with what they take, give and refuse, and all
  /// events.
  public static func discover() -> TypedRequest<OpenRPCDocument> {
    TypedRequest("rpc.discover")
  }
}

/// The protocol as an OpenRPC document (https://spec.open-rpc.org).
public struct OpenRPCDocument: Hashable, Codable, Sendable {
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

  private enum CodingKeys: String, CodingKey {
    case openrpc, info, methods, xNotifications = "x-notifications", xEvents = "x-events",
      xErrorsOfConnections = "x-errors-of-connections", components
  }
}
