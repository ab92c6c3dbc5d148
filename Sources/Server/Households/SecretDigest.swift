import CLinux
import MovieNightPrimitives

/// The stored form of a secret: its SHA-256 digest by crypt(3). It uses the minimum number of rounds. Many rounds would
/// make short secrets costly to guess, but 256 random bits cannot be guessed anyway.
package enum SecretDigest {
  /// The number of random bytes in a token or an invite.
  static let secretLength = 32

  static func randomBytes() -> [UInt8] { (0..<secretLength).map { _ in UInt8.random(in: 0...255) } }

  /// Returns the crypt(3) setting for a salt. Each of the salt's first 16 bytes is reduced to a character of six bits.
  static func setting(salt: some Sequence<UInt8>) -> String {
    let alphabet = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    return "\(method)\(String(decoding: salt.prefix(16).map { alphabet[Int($0 & 63)] }, as: UTF8.self))"
  }

  /// The prefix for SHA-256 with the fewest rounds. `digest` refuses others, as many rounds could take minutes.
  private static let method = "$5$rounds=1000$"

  /// Computes a digest, which takes a millisecond.
  ///
  /// - Parameters:
  ///   - secret: the random bytes.
  ///   - setting: the result of `setting(salt:)`, or a digest made with it.
  static func digest(of secret: [UInt8], setting: String) throws(DigestError) -> String {
    guard setting.utf8.starts(with: method.utf8) else { throw DigestError() }
    let key = Base64URL.encode(secret)
    var digest = [CChar](repeating: 0, count: 256)
    guard mn_crypt(key, setting, &digest, digest.count) == 0 else { throw DigestError() }
    return String(decoding: digest.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The error if libcrypt lacks SHA-256 or a stored digest is damaged.
struct DigestError: Error {}
