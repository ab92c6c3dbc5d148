import CLinux
import MovieNightPrimitives

/// What is stored of a secret: its SHA-256 digest by crypt(3).
///
/// The fewest rounds: many make a short secret costly to guess, and 256 random bits cannot be guessed.
package enum SecretDigest {
  /// How many random bytes a secret has.
  static let secretLength = 32

  static func randomBytes() -> [UInt8] { (0..<secretLength).map { _ in UInt8.random(in: 0...255) } }

  /// How a digest is made under a salt: of each byte counts what one character can tell.
  static func setting(salt: some Sequence<UInt8>) -> String {
    let alphabet = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    return "\(method)\(String(decoding: salt.prefix(16).map { alphabet[Int($0 & 63)] }, as: UTF8.self))"
  }

  /// SHA-256. A stored digest with another method or more rounds could take minutes.
  private static let method = "$5$rounds=1000$"

  /// Takes a millisecond.
  ///
  /// - Parameter setting: as `setting(salt:)` makes it, or a digest that was made with it.
  static func digest(of secret: [UInt8], setting: String) throws(DigestError) -> String {
    guard setting.utf8.starts(with: method.utf8) else { throw DigestError() }
    let key = Base64URL.encode(secret)
    var digest = [CChar](repeating: 0, count: 256)
    guard mn_crypt(key, setting, &digest, digest.count) == 0 else { throw DigestError() }
    return String(decoding: digest.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// libcrypt refused: it was built without SHA-256, or a stored digest is damaged.
struct DigestError: Error {}
