import Foundation

/// Random secrets, from the system's generator for cryptography.
enum Secrets {
  /// The length of a secret of 256 bits in base64url.
  static let length = 43

  /// Returns 256 random bits in base64url.
  static func make() -> String { make(bytes: 32) }

  static func make(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  /// Whether two secrets are equal, in a time that does not depend on where they differ.
  static func equal(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
