import Domain
import MovieNightPrimitives

/// A token or an invite in the form that its holder has: the household's id, its own id and 256 random bits. The household's id
/// leads the server to the one household that can know it, without an index over all of them.
struct Secret<Kind: SecretKind>: Sendable {
  let household: HouseholdID
  let id: Identifier<Kind>
  private let bytes: [UInt8]
  /// Whether the client made it, and so knows it even if the answer is lost.
  let isClients: Bool

  /// Uses the client's `bytes`, or random ones if nil.
  init(household: HouseholdID, id: Identifier<Kind>, of bytes: [UInt8]? = nil) {
    self.household = household
    self.id = id
    self.bytes = bytes ?? SecretDigest.randomBytes()
    isClients = bytes != nil
  }

  /// Parses a secret; nil for a text that is not in a secret's format.
  init?(text: String) {
    guard text.utf8.starts(with: Kind.prefix.utf8),
      let bytes = Base64URL.decode(text.utf8.dropFirst(Kind.prefix.utf8.count)),
      bytes.count == 32 + SecretDigest.secretLength, let household = HouseholdID(bytes: bytes[0..<16]),
      let id = Identifier<Kind>(bytes: bytes[16..<32])
    else { return nil }
    self.init(household: household, id: id, of: Array(bytes[32...]))
  }

  var text: String { text(of: id, in: household) }

  /// The text of another id with the same random bits.
  func text(of id: Identifier<Kind>, in household: HouseholdID) -> String {
    Kind.prefix + Base64URL.encode(household.bytes + id.bytes + bytes)
  }

  /// The digest that is stored.
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
