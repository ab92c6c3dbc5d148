import Domain
import Primitives

extension Method {
  /// `docs/protocol.md`, "Server and identity", without the tokens.
  static let ofServer: [Method] = [
    .control("server.ping", .everyone) { (_, _) throws(WireError) in .ping },
    .control("server.info", .everyone) { (_, _) throws(WireError) in .info },
    .query("server.health") { (_, _) throws(WireError) in HealthQuery() },
    .control("server.metrics", .administrator) { (_, _) throws(WireError) in .metrics },
    .control("auth.authenticate", .everyone, ["token", "administrator"]) { (parameters, caller) throws(WireError) in
      if let text = try parameters.optionalString("token") { return .authenticate(TokenSecret(text: text)) }
      guard try parameters.optionalBool("administrator") == true else {
        throw .badParameter("token", "is missing")
      }
      guard caller.mayAdminister else { throw .notAdministrator }
      return .authenticateAsAdministrator
    },
    .control("projections.rebuild", .administrator, ["names"]) { (parameters, _) throws(WireError) in
      .rebuild(try parameters.optionalStrings("names", atMost: 20) ?? [])
    },
  ]
}
