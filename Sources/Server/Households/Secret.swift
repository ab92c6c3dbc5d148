import Domain
import MovieNightPrimitives

/// What holders of a token or an invite have: of which household, which one, and 256 random bits.
///
/// The household's id is in it so that a server finds the one household that can know it, without an index over all of them.
struct Secret<Kind: SecretKind>: Sendable {
  let household: HouseholdID
  let id: Identifier<Kind>
  private let bytes: [UInt8]
  /// Whether the client made it, and so knows it, whatever becomes of the answer.
  let isClients: Bool

  /// - Parameter bytes: those that the client made; nil for random ones.
  init(household: HouseholdID, id: Identifier<Kind>, of bytes: [UInt8]? = nil) {
    self.household = household
    self.id = id
    self.bytes = bytes ?? SecretDigest.randomBytes()
    isClients = bytes != nil
  }

  /// Nil for a text that no server has given out.
  init?(text: String) {
    guard text.utf8.starts(with: Kind.prefix.utf8),
      let bytes = Base64URL.decode(text.utf8.dropFirst(Kind.prefix.utf8.count)),
      bytes.count == 32 + SecretDigest.secretLength, let household = HouseholdID(bytes: bytes[0..<16]),
      let id = Identifier<Kind>(bytes: bytes[16..<32])
    else { return nil }
    self.init(household: household, id: id, of: Array(bytes[32...]))
  }

  var text: String { text(of: id, in: household) }

  /// The text of another one that is made of the same bits.
  func text(of id: Identifier<Kind>, in household: HouseholdID) -> String {
    Kind.prefix + Base64URL.encode(household.bytes + id.bytes + bytes)
  }

  /// What is stored of it.
  func digest(salt: [UInt8]) throws(DigestError) -> String {
    try SecretDigest.digest(of: bytes, setting: SecretDigest.setting(salt: salt))
  }

  /// Whether `digest` was made from this secret; takes the same time wherever they differ.
  func matches(_ digest: String) throws(DigestError) -> Bool {
    let made = Array(try SecretDigest.digest(of: bytes, setting: digest).utf8)
    let stored = Array(digest.utf8)
    guard made.count == stored.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(made, stored) { difference |= left ^ right }
    return difference == 0
  }
}

/// What a secret is for.
protocol SecretKind {
  /// How its text begins.
  static var prefix: String { get }
}

extension TokenKind: SecretKind { static let prefix = "mn_" }
extension InviteKind: SecretKind { static let prefix = "mi_" }

typealias TokenSecret = Secret<TokenKind>
typealias InviteSecret = Secret<InviteKind>
