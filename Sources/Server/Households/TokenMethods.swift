import Commands
import Domain
import Primitives

extension Method {
  /// The tokens of `docs/protocol.md`, "Server and identity".
  ///
  /// An administrator names the household; members reach only their own tokens.
  static let tokenMethods: [Method] = [
    .command(
      "tokens.issue", .authenticated, ["member_id", "household_id", "secret"], personal: ["label"],
      preparation: .onWorker
    ) {
      (parameters, caller) throws(WireError) in
      let (household, sender) = try caller.householdAndSender(parameters)
      let secret = try caller.makeToken(household, parameters)
      let token = NewToken(
        id: secret.token, digest: try caller.digest(of: secret), label: try parameters.text("label"),
        memberID: try parameters.optionalID("member_id"))
      return PreparedCommand(
        command: .household(household, .issueToken(token)), sender: sender,
        answer: ChangedHousehold(id: household, result: .tokenIssued(secret)))
    },
    .query("tokens.list", .authenticated, ["household_id"]) { (parameters, caller) throws(WireError) in
      let household = try caller.household(parameters)
      if case .member(let id, _, _) = caller.identity { return TokensQuery(id: household, member: id) }
      return TokensQuery(id: household, member: nil)
    },
    .command("tokens.revoke", .authenticated, ["token_id", "household_id"]) {
      (parameters, caller) throws(WireError) in
      let (household, sender) = try caller.householdAndSender(parameters)
      let token: TokenID = try parameters.id("token_id")
      return PreparedCommand(
        command: .household(household, .revokeToken(token)), sender: sender,
        answer: ChangedHousehold(id: household, result: .tokenRevoked(token)))
    },
  ]
}

extension Caller {
  /// The household that a command is about, and who sends it: a member of it, or an administrator.
  func householdAndSender(_ parameters: Parameters) throws(WireError) -> (HouseholdID, Sender) {
    let household = try household(parameters)
    if identity == .administrator { return (household, .administrator) }
    return (household, try member(parameters).sender)
  }

  /// A new token, of the secret that the client has made, if it did.
  func makeToken(_ household: HouseholdID, _ parameters: Parameters) throws(WireError) -> TokenSecret {
    if let text = try parameters.optionalString("secret") {
      guard let secret = Base64URL.decode(text), secret.count == SecretDigest.secretLength else {
        throw .badParameter("secret", "must be \(SecretDigest.secretLength) random bytes as base64url, 43 characters")
      }
      return TokenSecret(household: household, token: makeID(), of: secret)
    }
    var generator = SystemRandomNumberGenerator()
    return TokenSecret(household: household, token: makeID(), using: &generator)
  }

  /// Takes a millisecond: for methods that say so (`Method.preparation`).
  func digest(of secret: TokenSecret) throws(WireError) -> String {
    var generator = SystemRandomNumberGenerator()
    do throws(DigestError) {
      return try secret.digest(using: &generator)
    } catch {
      throw .internalError
    }
  }
}
