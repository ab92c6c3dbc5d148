import MovieNightPrimitives
import Testing

@testable import Catalog

@Suite struct CleaningProviderTests {
  private func providers(_ results: String) throws -> (providers: [CountryProviders], dropped: Int) {
    let member = #""watch/providers": {"results": \#(results)}"#
    let body = try CleanedBody(CleaningBodies.movie, with: member, answering: .movie(550))
    guard case .movie(let movie) = try body.facts() else { throw UnexpectedBody.other("kind") }
    return (movie.providers, body.dropped)
  }

  private func entry(_ id: Int, _ priority: String) -> String {
    #"{"provider_id": \#(id), "provider_name": "P\#(id)", "display_priority": \#(priority)}"#
  }

  @Test func providersAreSortedByDisplayPriority() throws {
    let entries = [entry(1, "9"), entry(2, "0"), entry(3, "null"), entry(4, "0"), entry(5, "-1"), entry(6, "\"0\"")]
    for kind in ["flatrate", "free", "ads", "rent", "buy"] {
      let us = try providers(#"{"US": {"\#(kind)": [\#(entries.joined(separator: ","))]}}"#).providers[0]
      let lists = ["flatrate": us.flatrate, "free": us.free, "ads": us.ads, "rent": us.rent, "buy": us.buy]
      #expect(lists[kind]?.map(\.id) == [2, 4, 1, 3, 5, 6])
      #expect(lists.values.filter { !$0.isEmpty }.count == 1)
    }
  }

  @Test func invalidAndDuplicateProvidersAreDroppedAndCounted() throws {
    let entries = [
      entry(1, "1"), #"{"provider_id": 2}"#, #"{"provider_name": "A"}"#, entry(0, "1"), entry(1, "0"), "[]",
      #"{"provider_id": 3, "provider_name": "\u0000"}"#, entry(4, "2"),
    ]
    let (countries, dropped) = try providers(#"{"US": {"flatrate": [\#(entries.joined(separator: ","))]}}"#)
    #expect(countries[0].flatrate == [Provider(id: 1, name: "P1"), Provider(id: 4, name: "P4")])
    #expect(dropped == 6)
  }

  @Test func countriesAreSortedAndInvalidOnesDropped() throws {
    let (countries, dropped) = try providers(
      #"{"US": {"rent": []}, "de": {}, "U": {}, "AT": {}, "AT": {"link": "https://a.b/"}, "ÄÖ": {}, "": {}, "FR": 1}"#)
    #expect(countries == [CountryProviders(country: "AT"), CountryProviders(country: "US")])
    #expect(dropped == 6)
  }

  @Test func providersOfCountryAreCappedAt100() throws {
    let entries = (1...101).map { entry($0, "1") }.joined(separator: ",")
    let (countries, dropped) = try providers(#"{"US": {"buy": [\#(entries)]}}"#)
    #expect(countries[0].buy.map(\.id) == Array(1...100) && dropped == 1)
  }

  @Test func malformedOrInsecureLinkIsDropped() throws {
    func link(_ link: String) throws -> String? { try providers(#"{"US": {"link": "\#(link)"}}"#).providers[0].link }
    let longest = "https://a.example/" + String(repeating: "x", count: 282)
    for good in ["https://www.themoviedb.org/movie/550/watch?locale=US", "https://a.example:8443", longest] {
      #expect(try link(good) == good)
    }
    for bad in [
      "http://a.example/", "javascript:alert(1)", "https://", "https:///a", "https://me@a.example/", "//a.example",
      "https://a.example/ b", "https://a.example/<b>", "https://a.example/\\u0007", "https://ä.example/", longest + "x",
      "HTTPS://a.example/", "https://a.example/\\\"b",
    ] {
      #expect(try link(bad) == nil, "\(bad)")
    }
  }

  @Test func providerListIsReadWithPriorityPerCountry() throws {
    let body = try CleanedBody(CleaningBodies.providers, answering: .providers(.movie))
    guard case .providers(let list) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(
      list.providers == [
        ListedProvider(
          provider: Provider(id: 8, name: "Netflix", logoPath: "/n.jpg"),
          priorities: [
            .init(country: "CA", priority: 1), .init(country: "DE", priority: 0), .init(country: "US", priority: 2),
          ]),
        ListedProvider(
          provider: Provider(id: 337, name: "Disney Plus", logoPath: "/d.jpg"),
          priorities: [.init(country: "US", priority: 4)]),
      ])
  }

  @Test func invalidCountryPriorityIsOmitted() throws {
    let priorities = #"{"US": -1, "DE": 99999, "FR": 100000, "us": 1, "GB": "1", "CA": 1.5, "AT": 0, "AT": 5}"#
    let entry = #"{"provider_id": 8, "provider_name": "N", "display_priorities": \#(priorities)}"#
    let body = try CleanedBody(
      #"{"results": [\#(entry), {"provider_id": 9, "provider_name": "O"}, {"provider_id": 10}]}"#,
      answering: .providers(.tv))
    guard case .providers(let list) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(
      list.providers.map(\.priorities) == [
        [.init(country: "AT", priority: 0), .init(country: "DE", priority: 99_999)], [],
      ])
    #expect(body.dropped == 1)
  }

  @Test func listedProviderWithoutCountryPrioritiesIsSortedByDisplayPriorityInEveryCountry() throws {
    let body = try CleanedBody(
      #"""
      {"results": [\#(entry(1, "null")), \#(entry(2, "7")),
        {"provider_id": 3, "provider_name": "P3", "display_priorities": {"US": 3}, "display_priority": 0},
        {"provider_id": 4, "provider_name": "P4", "display_priorities": null, "display_priority": 2},
        {"provider_id": 5, "provider_name": "P5", "display_priorities": {}, "display_priority": 1}]}
      """#, answering: .providers(.movie))
    guard case .providers(let list) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(list.providers(in: "US").map(\.id) == [4, 3, 2, 1])
    #expect(list.providers(in: "FR").map(\.id) == [4, 2, 1])
    #expect(body.dropped == 0)
  }

  @Test func providerListIsRequiredAndCappedAt2000() throws {
    let entries = (1...2_001).map { entry($0, "1") }.joined(separator: ",")
    let body = try CleanedBody(#"{"results": [\#(entries)]}"#, answering: .providers(.tv))
    guard case .providers(let list) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(list.providers.count == 2_000 && body.dropped == 1)
    for none in ["{}", #"{"results": {}}"#, #"{"results": null}"#] {
      #expect(throws: UnexpectedBody.without("results")) { try CleanedBody(none, answering: .providers(.tv)) }
    }
  }
}
