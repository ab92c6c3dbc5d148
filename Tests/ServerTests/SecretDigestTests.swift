import Testing

@testable import Server

@Suite struct SecretDigestTests {
  @Test func digestIsReproducedFromItsOwnSetting() throws {
    let digest = try SecretDigest.digest(of: [1, 2], setting: SecretDigest.setting(salt: Array(0..<16)))
    #expect(try SecretDigest.digest(of: [1, 2], setting: digest) == digest)
  }

  /// An imported digest can name any hash method and any number of rounds.
  @Test(arguments: ["$5$rounds=1001$salt$", "$5$salt$", "$6$rounds=1000$salt$", ""])
  func unsupportedDigestSettingIsRefused(_ setting: String) {
    #expect(throws: DigestError.self) { try SecretDigest.digest(of: [1], setting: setting) }
  }
}
