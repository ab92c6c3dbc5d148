import Projections
import ProtocolSchema

extension Method {
  /// The methods of `docs/protocol/server.md`, without those for tokens.
  static func ofServer(_ readModels: ReadModelAreas) -> [Method] {
    let names = ServerParameters.names(readModels)
    return [
      .control(
        "server.ping", "Checks that the server responds; does not read the store.", .everyone,
        gives: ObjectType(nil, "Nothing.", [])
      ) { (_, _) throws(Refusal) in .ping },
      .control("server.info", "Returns information about the server.", .everyone, gives: ServerTypes.info.type) {
        (_, _) throws(Refusal) in .info
      },
      .control(
        "rpc.discover", "Returns a description of the protocol: all methods, notifications and events.",
        .authenticated, gives: ServerTypes.openRPC
      ) { (_, _) throws(Refusal) in .discover },
      .query("server.health", "Returns the server's health and current problems.") {
        (_, _) throws(Refusal) in HealthQuery()
      },
      .control(
        "server.metrics", "Returns the server's metrics.", .administrator,
        gives: ServerTypes.metrics.type
      ) { (_, _) throws(Refusal) in .metrics },
      .control(
        "auth.authenticate", "Authenticates the connection as a member or an administrator.", .everyone,
        takes: [ServerParameters.token, ServerParameters.administrator], needsOneOf: [["token", "administrator"]],
        gives: ServerTypes.identity.type, refuses: [.notAuthenticated, .notAdministrator]
      ) { (parameters, caller) throws(Refusal) in
        let isAdministrator = try parameters[ServerParameters.administrator]
        if let text = try parameters[ServerParameters.token] { return .authenticate(TokenSecret(text: text)) }
        guard isAdministrator == true else {
          throw .badParameter("token", "is missing")
        }
        guard caller.mayAdminister else { throw .notAdministrator }
        return .authenticateAsAdministrator
      },
      .control(
        "projections.rebuild", "Rebuilds read models from the first event, then swaps them in.", .administrator,
        takes: [names],
        gives: ServerTypes.rebuilt.type, refuses: [.rebuildRunning, .outcomeUnknown],
        notifies: [ServerTypes.rebuildProgress.description]
      ) { (parameters, _) throws(Refusal) in .rebuild(try parameters[names]) },
    ]
  }
}
