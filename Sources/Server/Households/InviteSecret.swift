import Domain
import MovieNightPrimitives

/// An invite as it is handed on: into which household, which invite, and 256 random bits.
struct InviteSecret: Sendable {
  let household: HouseholdID
  let invite: InviteID
  private let secret: [UInt8]

  static let prefix = "mi_"

  init(household: HouseholdID, invite: InviteID, using generator: inout some RandomNumberGenerator) {
    self.household = household
    self.invite = invite
    secret = SecretDigest.randomBytes(using: &generator)
  }

  /// Nil for a text that no server has given out.
  init?(text: String) {
    guard text.utf8.starts(with: Self.prefix.utf8),
      let bytes = Base64URL.decode(text.utf8.dropFirst(Self.prefix.utf8.count)),
      bytes.count == 32 + SecretDigest.secretLength, let household = HouseholdID(bytes: bytes[0..<16]),
      let invite = InviteID(bytes: bytes[16..<32])
    else { return nil }
    self.household = household
    self.invite = invite
    secret = Array(bytes[32...])
  }

  var text: String { Self.prefix + Base64URL.encode(household.bytes + invite.bytes + secret) }

  /// What is stored of it. The salt follows from the id, so that whoever accepts can make the digest without a look at
  /// the household, and the decider compares.
  func digest() throws(DigestError) -> String {
    try SecretDigest.digest(of: secret, setting: SecretDigest.setting(salt: invite.bytes))
  }
}
