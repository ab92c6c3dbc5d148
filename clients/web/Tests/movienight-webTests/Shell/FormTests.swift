import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct FormTests {
  @Test func fieldsAreDecodedInTheirOrder() {
    let form = Form(urlEncoded: "a=1+2&b=%C3%A4&a=3&c&=x")
    #expect(form?.fields.map(\.name) == ["a", "b", "a", "c", ""])
    #expect(form?.all("a") == ["1 2", "3"])
    #expect(form?["b"] == "ä")
    #expect(form?["c"] == nil)
  }

  @Test(arguments: ["a=%", "a=%Z1", "a=%FF", (0...1000).map { "f\($0)=" }.joined(separator: "&")])
  func whatIsNoFormIsRefused(text: String) {
    #expect(Form(urlEncoded: text) == nil)
  }

  @Test(arguments: [
    ("/tonight?as=1", true), ("//evil.example", false), ("/\\evil.example", false), ("https://evil.example", false),
    ("/a\r\nSet-Cookie: x=1", false), ("/ä", false), ("", false), ("tonight", false),
  ])
  func onlyPathsOfThisPageAreReturnedTo(path: String, isLocal: Bool) {
    #expect(LocalPath.isValid(path) == isLocal)
  }

  @Test func encodingAndDecodingGiveTheSame() {
    let text = "a&b=c d/ü🍿\"<>\r\n%+"
    #expect(Form(urlEncoded: "x=\(text.urlEncoded)")?.fields.first?.value == text)
  }

  @Test func timesAreInTheReadersZoneAndLanguage() {
    let time = Timestamp(microseconds: 1_795_000_000_000_000)
    let here = Reader(languages: "de-AT,de;q=0.9", zone: "Europe/Vienna", now: time)
    let default_ = Reader(languages: nil, zone: "Nowhere/City", now: time)
    #expect(here.dayAndTime(time).text.contains("14:26") || here.dayAndTime(time).text.contains("12:06"))
    #expect(here.day(time).text.contains("Nov"))
    #expect(here.dayAndTime(time).iso == default_.dayAndTime(time).iso)
    #expect(here.dayAndTime(time).text != default_.dayAndTime(time).text)
  }
}
