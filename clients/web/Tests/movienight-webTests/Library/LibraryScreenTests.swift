import MovieNightKit
import Testing

@testable import movienight_web

/// The view models of the watchlist, the watched list and movies.
@Suite struct LibraryScreenTests {
  private let now = Timestamp(microseconds: 1_795_000_000_000_000)  // 2026-11-18T11:06:40Z
  private var reader: Reader { Reader(now: now) }

  // MARK: Lists

  @Test func theWatchlistShowsWhoAddedEachMovieInTheServersOrder() throws {
    let screen = try watchlist([item(862, "Toy Story", ExampleHousehold.ann), item(808, "Shrek", ExampleHousehold.ben)])
    #expect(screen.items.map(\.title) == ["Toy Story", "Shrek"])
    #expect(screen.items.first?.origin == "Added by \u{2068}Ann\u{2069}, Mon, Nov 16")
    #expect(screen.items.first?.meta == "1995 · G · 1 h 21 min · Animation")
    #expect(screen.items.first?.services == "On \u{2068}Disney Plus\u{2069}")
    #expect(screen.items.first?.path == "/movies/862")
    #expect(!screen.isEmpty)
  }

  @Test func aMovieIsRemovedByItsAdderTheAddersParentAndTheCreatorOnly() throws {
    let added = [ExampleHousehold.ann, ExampleHousehold.max, ExampleHousehold.ben]
    let items = added.enumerated().map { item($0 + 1, "Film", $1) }
    let creator = try watchlist(items)
    let parent = try watchlist(items, member: ExampleHousehold.ben)
    let own = LibraryActor.Permission(actingAs: nil)
    #expect(creator.items.map(\.actions.removal) == [own, own, own])
    #expect(
      parent.items.map(\.actions.removal) == [nil, LibraryActor.Permission(actingAs: ExampleHousehold.max), own])
    #expect(parent.items.allSatisfy { $0.actions.canMark })
  }

  @Test func anEmptyWatchlistSaysSoWithAWayOnAndTheEndOfALongOneDoesNot() throws {
    let empty = try watchlist([])
    let last = try watchlist([], isFirstPage: false)
    #expect(empty.isEmpty && empty.listEnd.end == nil && empty.listEnd.beginning == nil)
    #expect(!last.isEmpty)
    #expect(last.listEnd.end == "That's the whole watchlist")
    #expect(last.listEnd.beginning?.path == "/watchlist")
  }

  @Test func furtherMoviesAreALinkThatContinuesTheList() throws {
    let screen = try watchlist([item(862, "Toy Story", ExampleHousehold.ann)], next: "\"a b&c\"")
    #expect(screen.listEnd.more?.path == "/watchlist?cursor=a%20b%26c")
    #expect(screen.listEnd.list == "watchlist-items")
    #expect(screen.listEnd.end == nil)
  }

  @Test func aMarkIsUndoneByItsMarkerUntilItIsTooLate() throws {
    let page: WatchedPage = try decoded(
      """
      {"items":[\(watched(1, by: ExampleHousehold.ben, until: "2026-11-18T11:06:41Z")),
      \(watched(2, by: ExampleHousehold.ben, until: "2026-11-18T11:06:40Z")),
      \(watched(3, by: ExampleHousehold.ann, until: "2026-11-18T12:00:00Z")),\(watched(4, by: nil, until: nil))],
      "next_cursor":null}
      """)
    let screen = WatchedScreen(page, try values(member: ExampleHousehold.ben), reader: reader)
    #expect(screen.items.map { $0.actions.unmarking != nil } == [true, false, false, false])
    #expect(screen.items.map(\.origin).last == "At a movie night")
    #expect(screen.items.map(\.origin).first == "Marked by \u{2068}Name\u{2069}")
    #expect(screen.items.last?.ratings == "2 loved it, 1 liked it, 0 did not like it")
    #expect(screen.items.first?.ratings == nil)
    #expect(screen.items.first?.watched.text == "Watched Tue, Nov 17")
  }

  @Test func searchResultsOfferOnlyWhatIsPossible() throws {
    var values = try values(member: ExampleHousehold.ann)
    values.search = LibraryValues.Search(
      query: "toy",
      found: try decoded(
        """
        {"page":1,"total_pages":1,"total_results":3,"results":[\(found(1)),\(found(2, listed: true)),
        \(found(3, watched: true))],"did_you_mean":null,"source":"file","fetched_at":null,"stale":false}
        """))
    let adding = LibrarySearch(values, at: LibraryPages.watchlist)
    let marking = LibrarySearch(values, at: LibraryPages.watched)
    #expect(adding.results.map(\.actions.canAdd) == [true, false, false])
    #expect(adding.results.map(\.state) == [nil, "On the watchlist", "Watched together"])
    #expect(adding.results.map(\.warning).first == "Rated above what all of you may watch")
    #expect(adding.results.allSatisfy { !$0.actions.canMark })
    #expect(marking.results.map(\.actions.canMark) == [true, true, false])
    #expect(marking.heading == "Mark a movie as watched")
  }

  @Test func aSearchWithoutResultsSuggestsASpelling() throws {
    var values = try values(member: ExampleHousehold.ann)
    values.search = LibraryValues.Search(
      query: "matrx",
      found: try decoded(
        """
        {"page":1,"total_pages":0,"total_results":0,"results":[],"did_you_mean":"The Matrix","source":"file",
        "fetched_at":null,"stale":false}
        """))
    let search = LibrarySearch(values, at: LibraryPages.watched)
    #expect(search.sentence == "No movie found for “\u{2068}matrx\u{2069}”.")
    #expect(
      search.spelling
        == ListEnd.Link(label: "Did you mean \u{2068}The Matrix\u{2069}?", path: "/watched?q=The%20Matrix"))
  }

  // MARK: A movie

  @Test func aMovieShowsWhatTheHouseholdHasDoneWithIt() throws {
    let screen = try movie(
      watched:
        #"{"watched_at":"2026-11-18T10:00:00Z","source":"direct","marked_by":"\#(ExampleHousehold.ben)","marked_by_name":"Ben","round_id":null}"#,
      rounds: [
        round("selected", picked: true, vote: "\"up\""), round("watched", picked: false),
        round("expired", picked: false),
      ])
    #expect(screen.history == ["Watched Wed, Nov 18, marked by \u{2068}Ben\u{2069}."])
    #expect(screen.nights.map(\.state) == ["Picked", "Another movie was picked", "The round ended early"])
    #expect(screen.nights.first?.facts == ["2 up, 1 down", "you voted up"])
    #expect(screen.nights.first?.sessionPath == "/history/01a20c82-3ecf-7076-a9a0-35f13ef9f633")
    #expect(screen.nights.map(\.isPick) == [true, false, false])
    #expect(screen.actions.unmarking != nil && !screen.actions.canMark && !screen.actions.canAdd)
    #expect(screen.proposePath == nil && screen.earlierNights == nil)
  }

  @Test func anUnknownMovieCanBeAddedMarkedAndProposed() throws {
    let screen = try movie()
    #expect(screen.history == ["You have not watched it together, and it is not on the watchlist."])
    #expect(screen.actions.canAdd && screen.actions.canMark && screen.actions.removal == nil)
    #expect(screen.proposePath == "/tonight?q=Toy%20Story")
    #expect(screen.nights.isEmpty)
  }

  @Test func aMarkOfYesterdayOrOfANightCannotBeUndone() throws {
    let old = try movie(
      watched:
        #"{"watched_at":"2026-11-17T11:06:40Z","source":"direct","marked_by":"\#(ExampleHousehold.ann)","marked_by_name":"Ann","round_id":null}"#
    )
    let night = try movie(
      watched:
        #"{"watched_at":"2026-11-18T10:00:00Z","source":"round","marked_by":null,"marked_by_name":null,"round_id":"01a20c82-3ecf-7076-a9a0-35f13ef9f633"}"#
    )
    #expect(old.actions.unmarking == nil)
    #expect(night.actions.unmarking == nil)
    #expect(night.history == ["Watched together at a movie night, Wed, Nov 18."])
  }

  @Test func onlyTheNewestFiveNightsAreListed() throws {
    let screen = try movie(rounds: (1...7).map { _ in round("expired", picked: false) })
    #expect(screen.nights.count == 5)
    #expect(screen.earlierNights == "And 2 earlier nights")
  }

  @Test func missingFactsLeaveNoParts() throws {
    let screen = try movie(facts: [:])
    #expect(screen.meta.isEmpty && screen.tagline == nil && screen.overview == nil && screen.details.isEmpty)
    #expect(
      screen.cast.isEmpty && screen.trailerPath == nil && screen.whereToWatch == nil && screen.poster.image == nil)
    let html = try Templates(Areas.all).render(screen, with: "movie")
    for part in ["about-heading", "cast-heading", "details-heading", "where-heading", "nights-heading"] {
      #expect(!html.contains("id=\"\(part)\""), "\(part)")
    }
  }

  @Test func aMovieShowsWhereToWatchItAndItsDetails() throws {
    let services =
      #"{"country":"US","link":"https://www.themoviedb.org/movie/862/watch","flatrate":[{"provider_id":337,"name":"Disney Plus","logo_urls":null}],"free":[],"ads":[],"rent":[{"provider_id":2,"name":"Apple TV","logo_urls":null}],"buy":[]}"#
    let screen = try movie(facts: [
      "overview": #""Toys live.""#, "original_title": #""Spielzeug""#, "release_date": #""1995-10-30""#,
      "vote_average": "7.968", "vote_count": "1", "trailer_url": #""https://www.youtube.com/watch?v=x""#,
      "cast": #"[{"name":"Tom Hanks","character":"Woody"},{"name":"Tim Allen","character":null}]"#,
      "watch_providers": services, "certification": #"{"country":"DE","rating":"0"}"#,
    ])
    #expect(screen.whereToWatch?.heading == "Where to watch in US")
    #expect(screen.whereToWatch?.kinds.map(\.label) == ["With a subscription", "To rent"])
    #expect(screen.whereToWatch?.allServices == "https://www.themoviedb.org/movie/862/watch")
    #expect(
      screen.details.map(\.value)
        == ["Spielzeug", "October 30, 1995", "0", "8.0 of 10, by 1 vote"])
    #expect(screen.details.map(\.label) == ["Original title", "Released", "Rating in DE", "Score"])
    #expect(screen.cast == ["\u{2068}Tom Hanks\u{2069} as \u{2068}Woody\u{2069}", "\u{2068}Tim Allen\u{2069}"])
    #expect(screen.trailerPath == "https://www.youtube.com/watch?v=x")
  }

  @Test(arguments: ["javascript:alert(1)", "https://a b", "/x", "data:text/html,x", "https://x/\"><b>"])
  func addressesThatAreNotOfTheWebAreNoLinks(address: String) throws {
    let escaped = address.replacing("\"", with: "\\\"")
    let screen = try movie(facts: ["trailer_url": "\"\(escaped)\""])
    #expect(screen.trailerPath == nil)
  }

  @Test func whatMayBeOutOfDateSaysSoWithARetry() throws {
    let screen = try movie(facts: ["stale": "true"])
    #expect(screen.staleSentence == "The movie catalog does not answer now. This may be out of date.")
    #expect(screen.refreshPath == "/movies/862?refresh=1")
  }

  // MARK: Values

  private func values(member: String, isFirstPage: Bool = true) throws -> LibraryValues {
    let actor = LibraryActor(try ExampleHousehold.value, try #require(MemberID(member)))
    return LibraryValues(actor: actor, imageURL: nil, hasCatalog: true, isFirstPage: isFirstPage)
  }

  private func watchlist(
    _ items: [String], member: String = ExampleHousehold.ann, isFirstPage: Bool = true, next: String = "null"
  ) throws -> WatchlistScreen {
    let page: WatchlistPage = try decoded(#"{"items":[\#(items.joined(separator: ","))],"next_cursor":\#(next)}"#)
    return WatchlistScreen(page, try values(member: member, isFirstPage: isFirstPage), reader: reader)
  }

  private func facts(_ id: Int, _ title: String) -> String {
    """
    "tmdb_movie_id":\(id),"title":"\(title)","year":1995,"poster_path":null,"content_rating":"G",
    "genres":["Animation"],"genre_ids":[16],"overview":null,"runtime":81,"popularity":null,"vote_average":null,
    "streaming":["Disney Plus"]
    """
  }

  private func item(_ id: Int, _ title: String, _ adder: String) -> String {
    #"{\#(facts(id, title)),"added_by":"\#(adder)","added_by_name":"Ann","added_at":"2026-11-16T07:43:12Z"}"#
  }

  private func watched(_ id: Int, by marker: String?, until: String?) -> String {
    let isNight = marker == nil
    return """
      {\(facts(id, "Film")),"watched_at":"2026-11-17T07:43:12Z","source":"\(isNight ? "round" : "direct")",
      "marked_by":\(marker.map { "\"\($0)\"" } ?? "null"),"marked_by_name":\(isNight ? "null" : "\"Name\""),
      "undo_until":\(until.map { "\"\($0)\"" } ?? "null"),
      "round_id":\(isNight ? "\"01a20c82-3ecf-7076-a9a0-35f13ef9f633\"" : "null"),
      "ratings_summary":\(isNight ? #"{"loved":2,"liked":1,"did_not_like":0}"# : "null")}
      """
  }

  private func found(_ id: Int, listed: Bool = false, watched: Bool = false) -> String {
    """
    {"tmdb_movie_id":\(id),"title":"Film","original_title":null,"year":null,"release_date":null,"overview":null,
    "poster_path":null,"poster_urls":null,"genres":[],"genre_ids":[],"popularity":null,"vote_average":null,
    "content_rating":null,"on_watchlist":\(listed),"watched":\(watched),"exceeds_ceiling":true,
    "collection_status":null}
    """
  }

  private func round(_ status: String, picked: Bool, vote: String = "null") -> String {
    """
    {"round_id":"01a20c82-3ecf-7076-a9a0-35f13ef9f633","status":"\(status)","created_at":"2026-11-10T07:43:12Z",
    "votes_up":2,"votes_down":1,"net_score":1,"my_vote":\(vote),"picked":\(picked),"ratings_summary":null}
    """
  }

  private func movie(
    facts changes: [String: String] = [:], watched: String = "null", rounds: [String] = []
  ) throws -> MovieScreen {
    var facts = [
      "tmdb_movie_id": "862", "title": #""Toy Story""#, "genres": "[]", "genre_ids": "[]", "streaming": "[]",
      "stale": "false",
    ]
    for name in [
      "year", "poster_path", "content_rating", "overview", "runtime", "popularity", "vote_average", "original_title",
      "release_date", "tagline", "imdb_id", "vote_count", "certification", "poster_urls", "backdrop_path",
      "backdrop_urls", "cast", "trailer_url", "watch_providers", "collection_status", "source", "fetched_at",
    ] { facts[name] = "null" }
    facts["history"] =
      #"{"on_watchlist":null,"watched":\#(watched),"exceeds_ceiling":false,"rounds":[\#(rounds.joined(separator: ","))]}"#
    facts.merge(changes) { $1 }
    let json = facts.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    let actor = LibraryActor(try ExampleHousehold.value, try #require(MemberID(ExampleHousehold.ann)))
    return MovieScreen(try decoded("{\(json)}"), actor: actor, imageURL: nil, reader: reader)
  }
}
