import Projections
import ProtocolSchema

extension Method {
  /// The methods of `docs/protocol/server.md`, without those for tokens.
  static func ofServer(_ readModels: ReadModelAreas) -> [Method] {
    let names = ServerParameters.names(readModels)
    return [
      .control("server.ping", "Answers.", .everyone, gives: ObjectType(nil, "Nothing.", [])) {
        (_, _) throws(Refusal) in .ping
      },
      .control("server.info", "Tells what the server is, and what it can do.", .everyone, gives: ServerTypes.info.type)
      {
        (_, _) throws(Refusal) in .info
      },
      .control(
        "rpc.discover", "Describes the protocol: all methods, with what they take, give and refuse, and all events.",
        .authenticated, gives: ServerTypes.openRPC
      ) { (_, _) throws(Refusal) in .discover },
      .query("server.health", "Tells how the server is, and what is wrong.") {
        (_, _) throws(Refusal) in HealthQuery()
      },
      .control(
        "server.metrics", "Shows the server's metrics.", .administrator,
        gives: ServerTypes.metrics.type
      ) { (_, _) throws(Refusal) in .metrics },
      .control(
        "auth.authenticate", "Says who the connection is, from then on.", .everyone,
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
        "projections.rebuild", "Folds read models anew from the first event on, and swaps them in.", .administrator,
        takes: [names],
        gives: ServerTypes.rebuilt.type, refuses: [.rebuildRunning, .outcomeUnknown],
        notifies: [ServerTypes.rebuildProgress]
      ) { (parameters, _) throws(Refusal) in .rebuild(try parameters[names]) },
    ]
  }
}
