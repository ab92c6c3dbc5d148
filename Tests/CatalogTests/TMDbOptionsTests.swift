import MovieNightPrimitives
import Testing

@testable import Catalog

/// Credentials and addresses for TMDb. A secret is never printed, nor sent to another machine in plain text.
@Suite struct TMDbOptionsTests {
  private static let secret = "sEcReT-0123"

  // MARK: Credentials

  private func options(_ credential: TMDbCredential, base: String = TMDbOptions.defaultBase) throws -> TMDbOptions {
    try TMDbOptions(credential, base: base)
  }

  @Test func tokenIsSentAsBearerHeader() throws {
    let request = try options(.token(Self.secret)).request(.configuration, language: "en-US")
    #expect(request.url == "https://api.themoviedb.org/3/configuration")
    #expect(request.headers == ["Accept: application/json", "Authorization: Bearer \(Self.secret)"])
  }

  @Test func keyIsSentAsQueryParameter() throws {
    let request = try options(.key("a+b/c")).request(.genres(.tv), language: "de")
    #expect(request.url == "https://api.themoviedb.org/3/genre/tv/list?language=de&api_key=a%2Bb%2Fc")
    #expect(request.headers == ["Accept: application/json"])
  }

  @Test(arguments: ["\(secret)\n", "\(secret)\r\n", "  \(secret)\t \n\n", "\t\(secret)"])
  func whitespaceAroundCredentialIsTrimmed(text: String) throws {
    #expect(try TMDbCredential.token(text) == TMDbCredential.token(Self.secret))
    #expect(try TMDbCredential.key(text) == TMDbCredential.key(Self.secret))
    #expect(try TMDbCredential.key(text) != TMDbCredential.token(text))
  }

  @Test func credentialOverOneKibibyteIsRefused() throws {
    let longest = String(repeating: "x", count: 1024)
    #expect(try TMDbCredential.token(longest + "\n") == TMDbCredential.token(longest))
    #expect(throws: TMDbOptionsError.badCredential) { try TMDbCredential.token(longest + "x") }
    #expect(throws: TMDbOptionsError.badCredential) { try TMDbCredential.key(longest + "x") }
  }

  @Test(arguments: ["", " \n", "a b", "a\nb", "a\r\nX-Other: b", "a\u{0}b", "é", "a\u{7F}", "a\tb", "\u{FEFF}a"])
  func malformedCredentialIsRefused(text: String) {
    #expect(throws: TMDbOptionsError.badCredential) { try TMDbCredential.token(text) }
    #expect(throws: TMDbOptionsError.badCredential) { try TMDbCredential.key(text) }
  }

  // MARK: Secrecy

  private static func allDescriptions(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return [
      String(describing: value), String(reflecting: value), "\(value)", dumped, reflected(Mirror(reflecting: value)),
    ]
    .joined(separator: "\n")
  }

  private static func reflected(_ mirror: Mirror) -> String {
    let own = mirror.children.map { child in
      "\(child.label ?? ""): \(child.value) \(String(reflecting: child.value)) \(reflected(Mirror(reflecting: child.value)))"
    }
    return own.joined(separator: "\n") + (mirror.superclassMirror.map(reflected) ?? "")
  }

  @Test func secretIsNeverPrinted() throws {
    for credential in [try TMDbCredential.token(Self.secret), try .key(Self.secret)] {
      let options = try options(credential)
      let silent = TMDbSource.Environment(
        clock: { Timestamp(microseconds: 0) }, schedule: { _, _ in {} }, send: { _, _ in })
      let source = TMDbSource(options, language: "en-US", silent)
      source.answer(.configuration, .person) { _ in }
      let values: [Any] = [
        credential, Optional(credential) as Any, [credential], options, source, silent,
        options.request(.configuration, language: "en-US"), Result<_, TMDbOptionsError>.success(credential),
      ]
      for value in values { #expect(!Self.allDescriptions(value).contains(Self.secret), "\(type(of: value))") }
    }
  }

  @Test(arguments: ["a b", "\(secret) \(secret)", "\(secret)\u{0}"])
  func errorOmitsMalformedCredential(text: String) {
    #expect {
      try TMDbCredential.token(text)
    } throws: {
      !Self.allDescriptions($0).contains(text) && !Self.allDescriptions($0).contains(Self.secret)
    }
  }

  @Test(arguments: [
    "https://api.themoviedb.org/3?api_key=\(secret)", "https://me:\(secret)@api.themoviedb.org/3",
    "https://api.themoviedb.org/3#\(secret)", "http://api.themoviedb.org/3?api_key=\(secret)",
    "http://\(secret)@127.0.0.1/3", "\(secret)@evil.example", "https://host/\n\(secret)",
  ])
  func errorOmitsSecretInAddress(text: String) throws {
    #expect {
      try ServiceAddress(text)
    } throws: {
      !Self.allDescriptions($0).contains(Self.secret)
    }
  }

  @Test func errorNamesRefusedAddress() {
    #expect(throws: TMDbOptionsError.badURL("ftp://evil.example")) { try ServiceAddress("ftp://evil.example") }
    #expect(throws: TMDbOptionsError.unprotected("http://evil.example/3")) {
      try ServiceAddress("http://evil.example/3")
    }
    #expect("\(TMDbOptionsError.badURL("ftp://evil.example"))".contains("ftp://evil.example"))
    #expect("\(TMDbOptionsError.unprotected("http://evil.example/3"))".contains("http://evil.example/3"))
  }

  // MARK: Addresses

  @Test(arguments: [
    ("https://api.themoviedb.org/3", "api.themoviedb.org"), ("https://evil.example", "evil.example"),
    ("https://10.0.0.1:8443/3", "10.0.0.1"), ("https://[2001:db8::1]:8443/3", "[2001:db8::1]"),
    ("HTTPS://API.example/3", "API.example"), ("https://a-b.example:65535/a/b/3", "a-b.example"),
    ("http://127.0.0.1/3", "127.0.0.1"), ("http://127.0.0.1:1/3", "127.0.0.1"),
    ("http://127.255.255.255", "127.255.255.255"),
    ("http://localhost:8080/3", "localhost"), ("HTTP://LocalHost/3", "LocalHost"), ("http://[::1]/3", "[::1]"),
    ("http://[::1]:8080/3", "[::1]"),
  ])
  func validAddressIsAccepted(text: String, host: String) throws {
    #expect(try ServiceAddress(text).text == text)
    #expect(try options(.key("k"), base: text).host == host)
  }

  @Test func trailingSlashesAreRemoved() throws {
    #expect(try ServiceAddress("https://a.example/3//").text == "https://a.example/3")
    #expect(try ServiceAddress("https://a.example/").text == "https://a.example")
    let request = try options(.token("t"), base: "http://[::1]:80/3/").request(.movie(1), language: "en-US")
    #expect(request.url.hasPrefix("http://[::1]:80/3/movie/1?"))
  }

  @Test(arguments: [
    "http://127.0.0.1@evil.example/3", "http://localhost.evil.example", "http://127.0.0.1.evil.example",
    "http://evil.example/3", "http://evil.example/127.0.0.1", "http://evil.example:80/http://127.0.0.1/",
    "http://128.0.0.1", "http://10.0.0.1", "http://0.0.0.0", "http://[::]", "http://[::ffff:127.0.0.1]", "http://[::2]",
    "http://[::1]evil.example/3", "http://[::1].evil.example", "http://[::1%25eth0]/3",
    // Parsers disagree about these numbers, which are octal, signed, or in fewer parts.
    "http://0127.0.0.1", "http://127.0.0.01", "http://+127.0.0.1", "http://127.0.0.+1", "http://127.1", "http://127",
    "http://2130706433", "http://0x7f.0.0.1", "http://127.0.0.1.", "http://127.0.0.", "http://127..0.1",
    "http://127.0.0.256", "http://127.0.0.1%2eevil.example", "http://127%2e0.0.1", "http://localhost.",
    "http://127.0.0.-1",
    "http://１２７.0.0.1", "http:/127.0.0.1", "http:127.0.0.1", "http:///127.0.0.1", "http://:80/3",
  ])
  func plainHTTPToOtherHostIsRefused(text: String) {
    #expect(throws: TMDbOptionsError.self) { try ServiceAddress(text) }
    #expect(throws: TMDbOptionsError.self) { try TMDbOptions(.key("k"), base: text) }
  }

  @Test(arguments: [
    "", "/", "https://", "https:///3", "https:/a.example", "a.example/3", "//a.example/3", "://a.example",
    "ftp://a.example/3",
    "file:///etc/passwd", "javascript://a.example", " https://a.example", "https://a.example/3 ", "https://a. example",
    "https://a.example\\@evil.example", "https://user@a.example/3", "https://user:word@a.example/3",
    "https://a.example/3?x=y",
    "https://a.example/3?", "https://a.example/3#x", "https://a.example/\r\nHost: b", "https://a.example/\u{0}",
    "https://é.example",
    "https://a.example:", "https://a.example:0", "https://a.example:65536", "https://a.example:80:90",
    "https://a.example:+80",
    "https://a.example:x/3", "https://a.example:-1", "https://a%2eexample/3", "https://[::1", "https://::1/3",
    "https://[::1]x/3",
    "https://[]/3", "https://[evil.example]/3", "https://[::1]:/3", "https://*/3", "https://a,b/3",
    "https://a.example;b/3",
    "https+http://a.example", "httpsx://a.example", "https://./3", "https://-/3",
  ])
  func malformedAddressIsRefused(text: String) {
    #expect(throws: TMDbOptionsError.self) { try ServiceAddress(text) }
  }

  @Test func addressOver500BytesIsRefused() throws {
    let longest = "https://a.example/" + String(repeating: "x", count: 500 - 18)
    #expect(try ServiceAddress(longest).text == longest)
    #expect {
      try ServiceAddress(longest + "x")
    } throws: {
      "\($0)".utf8.count < 400
    }
  }
}
