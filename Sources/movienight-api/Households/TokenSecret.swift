import CLinux
import Domain
import Primitives

/// A token as its holder has it: whose household, which token, and 256 random bits.
///
/// The household's id is in it so that a server finds the one household that can know the token, without an index
/// over all of them.
struct TokenSecret: Sendable {
  let household: HouseholdID
  let token: TokenID
  private let secret: [UInt8]

  static let prefix = "mn_"

  init(household: HouseholdID, token: TokenID, using generator: inout some RandomNumberGenerator) {
    self.household = household
    self.token = token
    secret = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Nil for a text that no server has given out.
  init?(text: String) {
    guard text.hasPrefix(Self.prefix), let bytes = Base64URL.decode(text.dropFirst(Self.prefix.count)),
      bytes.count == 64, let household = HouseholdID(bytes: bytes[0..<16]), let token = TokenID(bytes: bytes[16..<32])
    else { return nil }
    self.household = household
    self.token = token
    secret = Array(bytes[32...])
  }

  var text: String { Self.prefix + Base64URL.encode(household.bytes + token.bytes + secret) }

  /// What is stored of the secret: its SHA-256 digest by crypt(3), under a salt of its own.
  ///
  /// The fewest rounds: many make a short secret costly to guess, and 256 random bits cannot be guessed.
  func digest(using generator: inout some RandomNumberGenerator) throws(DigestError) -> String {
    let alphabet = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    let salt = (0..<16).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] }
    return try digest(setting: "$5$rounds=1000$\(String(decoding: salt, as: UTF8.self))")
  }

  /// Whether `digest` was made from this secret; takes the same time wherever they differ.
  func matches(_ digest: String) throws(DigestError) -> Bool {
    let made = Array(try self.digest(setting: digest).utf8)
    let stored = Array(digest.utf8)
    guard made.count == stored.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(made, stored) { difference |= left ^ right }
    return difference == 0
  }

  private func digest(setting: String) throws(DigestError) -> String {
    let key = Base64URL.encode(secret)
    var digest = [CChar](repeating: 0, count: 256)
    guard mn_crypt(key, setting, &digest, digest.count) == 0 else { throw DigestError() }
    return String(decoding: digest.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// libcrypt refused: it was built without SHA-256, or a stored digest is damaged.
struct DigestError: Error {}
