import Testing

@testable import Console

@Suite struct ProcessTitleTests {
  private func titleWithoutSecrets(_ words: String...) -> String {
    var bytes = Array(words.joined(separator: "\0").utf8) + [0]
    bytes.withUnsafeMutableBufferPointer { ProcessTitle.hideSecrets(in: $0) }
    return String(decoding: bytes.dropLast(), as: UTF8.self).split(separator: "\0").joined(separator: " ")
  }

  @Test func valueOfTheTokenOptionIsHidden() {
    #expect(
      titleWithoutSecrets("movienight", "history", "--token", "abc", "--json")
        == "movienight history --token *** --json")
    #expect(titleWithoutSecrets("movienight", "history", "--token=abc") == "movienight history --token=***")
    #expect(titleWithoutSecrets("movienight", "login", "--token") == "movienight login --token")
    #expect(titleWithoutSecrets("a", "--token", "--token", "b") == "a --token ******* b")
  }

  @Test func tokensAndClientSecretsAreHiddenAnywhere() {
    let secret = String(repeating: "x", count: 43)
    let stars = String(repeating: "*", count: 43)
    #expect(titleWithoutSecrets("call", #"{"secret":"\#(secret)"}"#) == #"call {"secret":"\#(stars)"}"#)
    #expect(titleWithoutSecrets("join", "mn_" + secret) == "join ***" + stars)
    #expect(titleWithoutSecrets("--invite=\(secret) \(secret)") == "--invite=\(stars) \(stars)")
  }

  @Test func idsPathsAndMethodsStayVisible() {
    let words = "session 01a20662-bbfc-7768-a86a-947e56b0778d --store sqlite:/var/lib/movienight/movienight.db"
    #expect(titleWithoutSecrets(words) == words)
  }

  @Test func postgreSQLAddressKeepsOnlyItsScheme() {
    #expect(titleWithoutSecrets("--store=postgres://a:b@c") == "--store=postgres://*****")
  }
}
