import Commands
import Domain
import MovieNightPrimitives
import ProtocolSchema

extension Method {
  /// The methods for tokens (`docs/protocol/server.md`). An administrator can manage the tokens of any household, and
  /// must name the household. Members can manage only their own tokens.
  static let tokenMethods: [Method] = [
    .command(
      "tokens.issue", "Issues a token: members for themselves, administrators for any independent member.",
      takes: [
        HouseholdParameters.label, HouseholdParameters.tokenHolder, HouseholdParameters.household,
        HouseholdParameters.secret,
      ],
      gives: HouseholdTypes.issuedToken, refuses: [.notYourToken, .unknownMember, .managedMember, .tooManyTokens],
      preparation: .onWorker
    ) {
      (parameters, caller) throws(Refusal) in
      let (household, sender) = try caller.householdAndSender(parameters)
      let secret = try caller.makeToken(household, parameters)
      let token = NewToken(
        id: secret.id, digest: try caller.digest(of: secret), label: try parameters[HouseholdParameters.label],
        memberID: try parameters[HouseholdParameters.tokenHolder])
      return PreparedCommand(.issueToken(token), on: household, by: sender) { household, rows in
        try rows.newAccess(secret, to: household.id)
      }
    },
    .query(
      "tokens.list", "Lists your own tokens; for administrators, all tokens of the household.",
      takes: [HouseholdParameters.household]
    ) { (parameters, caller) throws(Refusal) in
      TokensQuery(id: try caller.household(parameters), member: caller.memberID)
    },
    .command(
      "tokens.revoke", "Revokes a token at once, also on open connections.",
      takes: [HouseholdParameters.token, HouseholdParameters.household],
      gives: HouseholdTypes.revokedToken, refuses: [.unknownToken]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender) = try caller.householdAndSender(parameters)
      let token = try parameters[HouseholdParameters.token]
      return PreparedCommand(.revokeToken(token), on: household, by: sender) { _, _ in token }
    },
  ]
}

extension Caller {
  /// Returns the household that a command concerns, and the command's sender: one of its members or an administrator.
  func householdAndSender(_ parameters: Parameters) throws(Refusal) -> (HouseholdID, Sender) {
    let household = try household(parameters)
    if identity == .administrator { return (household, .administrator) }
    return (household, try member(parameters).sender)
  }

  /// Makes a new token, from the client's secret if the client sent one.
  func makeToken(_ household: HouseholdID, _ parameters: Parameters) throws(Refusal) -> TokenSecret {
    let secret = try parameters[HouseholdParameters.secret].map { (text) throws(Refusal) -> [UInt8] in
      guard let secret = Base64URL.decode(text.utf8), secret.count == SecretDigest.secretLength else {
        throw .badParameter("secret", "must be \(SecretDigest.secretLength) random bytes in base64url (43 characters)")
      }
      return secret
    }
    return TokenSecret(household: household, id: makeID(), of: secret)
  }

  /// Computes a digest. As it takes a millisecond, call it only in methods whose `Method.preparation` allows it.
  func digest<Kind>(of secret: Secret<Kind>, salt: [UInt8] = SecretDigest.randomBytes()) throws(Refusal) -> String {
    do throws(DigestError) { return try secret.digest(salt: salt) } catch { throw .internalError }
  }
}
