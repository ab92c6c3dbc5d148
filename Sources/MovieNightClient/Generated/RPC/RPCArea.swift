// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `rpc.…`.
  public var rpc: RPCArea { RPCArea(route: Route(client: self)) }

  /// The methods `rpc.…`.
  public struct RPCArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.RPCArea {
  /// Describes the protocol: all methods, with what they take, give and refuse, and all events.
  ///
  /// Sends `rpc.discover`.
  ///
  /// - Returns: The protocol as an OpenRPC document (https://spec.open-rpc.org).
  /// - Throws: why there is no result.
  public func discover() async throws(ClientError) -> OpenRPCDocument {
    try await result(of: Request.read("rpc.discover"))
  }
}
