import Domain
import MovieNightPrimitives

/// A token or an invite in the form that its holder has: the household's id, the token's or invite's id, and 256 random
/// bits. The household's id tells the server which household to check, so that it needs no index of all secrets.
struct Secret<Kind: SecretKind>: Sendable {
  let household: HouseholdID
  let id: Identifier<Kind>
  private let bytes: [UInt8]
  /// Whether the client chose the random bits, so that it knows them even if the answer is lost.
  let isClients: Bool

  /// Creates a secret with the `bytes` of the client, or with random ones if `bytes` is nil.
  init(household: HouseholdID, id: Identifier<Kind>, of bytes: [UInt8]? = nil) {
    self.household = household
    self.id = id
    self.bytes = bytes ?? SecretDigest.randomBytes()
    isClients = bytes != nil
  }

  init?(text: String) {
    guard text.utf8.starts(with: Kind.prefix.utf8),
      let bytes = Base64URL.decode(text.utf8.dropFirst(Kind.prefix.utf8.count)),
      bytes.count == 32 + SecretDigest.secretLength, let household = HouseholdID(bytes: bytes[0..<16]),
      let id = Identifier<Kind>(bytes: bytes[16..<32])
    else { return nil }
    self.init(household: household, id: id, of: Array(bytes[32...]))
  }

  var text: String { text(of: id, in: household) }

  /// Returns the text for another id with the same random bits.
  func text(of id: Identifier<Kind>, in household: HouseholdID) -> String {
    Kind.prefix + Base64URL.encode(household.bytes + id.bytes + bytes)
  }

  func digest(salt: [UInt8]) throws(DigestError) -> String {
    try SecretDigest.digest(of: bytes, setting: SecretDigest.setting(salt: salt))
  }

  /// Whether `digest` was made from this secret. The comparison takes constant time.
  func matches(_ digest: String) throws(DigestError) -> Bool {
    let made = Array(try SecretDigest.digest(of: bytes, setting: digest).utf8)
    let stored = Array(digest.utf8)
    guard made.count == stored.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(made, stored) { difference |= left ^ right }
    return difference == 0
  }
}

protocol SecretKind {
  static var prefix: String { get }
}

extension TokenKind: SecretKind { static let prefix = "mn_" }
extension InviteKind: SecretKind { static let prefix = "mi_" }

typealias TokenSecret = Secret<TokenKind>
typealias InviteSecret = Secret<InviteKind>
