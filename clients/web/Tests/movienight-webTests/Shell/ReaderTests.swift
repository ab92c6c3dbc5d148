import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct ReaderTests {
  private let time = Timestamp(microseconds: 1_800_000_000_000_000)

  @Test(arguments: [
    ("de-DE,en;q=0.5", "de_DE"), ("de", "de"), ("fr-QQ", "fr"), ("en-x-some-words", "en"), ("xx-YY", "en_US"),
    ("", "en_US"),
    (String(repeating: "a", count: 100), "en_US"),
  ])
  func onlyKnownLanguagesAreTaken(header: String, language: String) {
    #expect(Reader(languages: header, zone: nil, now: time).locale.identifier == language)
  }

  @Test func timesSayThatTheyAreInUTCWhileTheZoneIsUnknown() {
    let unknown = Reader(languages: "en-US", zone: nil, now: time).dayAndTime(time).text
    let known = Reader(languages: "en-US", zone: "America/Los_Angeles", now: time).dayAndTime(time).text
    #expect(unknown.hasSuffix(" UTC"))
    #expect(!known.hasSuffix(" UTC"))
  }
}
