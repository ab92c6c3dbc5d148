import Domain
import MovieNightPrimitives

/// A token as its holder has it: whose household, which token, and 256 random bits.
///
/// The household's id is in it so that a server finds the one household that can know the token, without an index
/// over all of them.
struct TokenSecret: Sendable {
  let household: HouseholdID
  let token: TokenID
  private let secret: [UInt8]
  /// Whether the client made it, and so knows it, whatever becomes of the answer.
  let isClients: Bool

  static let prefix = "mn_"

  init(household: HouseholdID, token: TokenID, using generator: inout some RandomNumberGenerator) {
    self.household = household
    self.token = token
    secret = SecretDigest.randomBytes(using: &generator)
    isClients = false
  }

  /// A token of random bytes that the client made.
  init(household: HouseholdID, token: TokenID, of secret: [UInt8]) {
    self.household = household
    self.token = token
    self.secret = secret
    isClients = true
  }

  /// Nil for a text that no server has given out.
  init?(text: String) {
    guard text.utf8.starts(with: Self.prefix.utf8),
      let bytes = Base64URL.decode(text.utf8.dropFirst(Self.prefix.utf8.count)),
      bytes.count == 32 + SecretDigest.secretLength, let household = HouseholdID(bytes: bytes[0..<16]),
      let token = TokenID(bytes: bytes[16..<32])
    else { return nil }
    self.household = household
    self.token = token
    secret = Array(bytes[32...])
    isClients = true
  }

  var text: String { text(of: token, in: household) }

  /// The text of another token that is made of the same secret.
  func text(of token: TokenID, in household: HouseholdID) -> String {
    Self.prefix + Base64URL.encode(household.bytes + token.bytes + secret)
  }

  /// What is stored of it, under a salt of its own.
  func digest(using generator: inout some RandomNumberGenerator) throws(DigestError) -> String {
    let salt = SecretDigest.randomBytes(using: &generator)
    return try SecretDigest.digest(of: secret, setting: SecretDigest.setting(salt: salt))
  }

  /// Whether `digest` was made from this secret; takes the same time wherever they differ.
  func matches(_ digest: String) throws(DigestError) -> Bool {
    let made = Array(try SecretDigest.digest(of: secret, setting: digest).utf8)
    let stored = Array(digest.utf8)
    guard made.count == stored.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(made, stored) { difference |= left ^ right }
    return difference == 0
  }
}
