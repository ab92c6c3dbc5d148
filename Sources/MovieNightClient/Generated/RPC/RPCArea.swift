// Made by `make client` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `rpc.…`.
  public var rpc: RPCArea { RPCArea(client: self) }

  /// The methods `rpc.…`.
  public struct RPCArea: MethodArea {
    let client: MovieNightClient
    public var timeout: Duration?
  }
}

extension MovieNightClient.RPCArea {
  /// Describes the protocol: all methods, with what they take, give and refuse.
  ///
  /// Sends `rpc.discover`.
  ///
  /// - Returns: The protocol as an OpenRPC document (https://spec.open-rpc.org).
  /// - Throws: why there is no result.
  public func discover() async throws(ClientError) -> OpenRPCDocument {
    try await client.result(of: Request.read("rpc.discover"), within: timeout)
  }
}
