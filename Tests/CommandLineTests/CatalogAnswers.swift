import CommandLineSupport
import MovieNightPrimitives

@testable import ClientCommands
@testable import Console

/// A server's answers about movies and series, for tests of drawings and commands.
enum CatalogAnswers {
  private static let fetched = #""fetched_at":"2026-03-02T11:00:00Z""#
  static let fresh = #""source":"tmdb",\#(fetched),"stale":false"#
  /// The source of an answer that was fetched three days and an hour before `TestClock.now` and is stale.
  static let stale = #""source":"tmdb","fetched_at":"2026-02-27T11:00:00Z","stale":true"#

  static let providers = #"""
    {"country":"DE","link":"https://www.themoviedb.org/movie/550/watch?locale=DE",\#
    "flatrate":[{"provider_id":8,"name":"Netflix","logo_urls":null},{"provider_id":337,"name":"Disney Plus",\#
    "logo_urls":null}],"free":[],"ads":[],"rent":[{"provider_id":2,"name":"Apple TV","logo_urls":null}],"buy":[]}
    """#

  static let history = #"""
    {"on_watchlist":{"added_by":"\#(Nights.id(1))","added_by_name":"Tim","added_at":"2026-02-14T20:00:00Z"},\#
    "watched":{"watched_at":"2025-02-14T20:00:00Z","source":"direct","marked_by":"\#(Nights.id(2))",\#
    "marked_by_name":"Sarah","round_id":null},"exceeds_ceiling":true,"rounds":[\#(night(1)),\#(night(2, picked: true))]}
    """#

  static func night(_ number: Int, picked: Bool = false, status: String? = nil) -> String {
    let ratings = picked ? #"{"loved":2,"liked":1,"did_not_like":0}"# : "null"
    return #"""
      {"round_id":"\#(Nights.id(number))","status":"\#(status ?? (picked ? "rated" : "expired"))",\#
      "created_at":"2026-02-14T20:00:00Z","votes_up":2,"votes_down":1,"net_score":1,\#
      "my_vote":\#(picked ? #""up""# : "null"),"picked":\#(picked),"ratings_summary":\#(ratings)}
      """#
  }

  static func movie(history: String = "null", origin: String = fresh) -> String {
    #"""
    {"tmdb_movie_id":550,"title":"Fight Club","year":1999,"poster_path":"/a.jpg","content_rating":"R",\#
    "genres":["Drama","Thriller"],"genre_ids":[18,53],"overview":"An office worker who cannot sleep meets a man who \#
    sells soap.\n\nThey found a club, and it gets out of hand.","runtime":139,"popularity":61.4,"vote_average":8.438,\#
    "streaming":["Netflix"],"original_title":"Fight Club","release_date":"1999-10-15","tagline":"Soap.",\#
    "imdb_id":"tt0137523","vote_count":29000,"certification":{"country":"DE","rating":"18"},"poster_urls":null,\#
    "backdrop_path":null,"backdrop_urls":null,"cast":[{"name":"Edward Norton","character":"The Narrator"},\#
    {"name":"Brad Pitt","character":null}],"trailer_url":"https://www.youtube.com/watch?v=BdJKm16Co6M",\#
    "watch_providers":\#(providers),"history":\#(history),\#(origin)}
    """#
  }

  /// A movie recorded by a household without a catalog. Facts that only a catalog has are null.
  static let recorded = #"""
    {"tmdb_movie_id":10681,"title":"WALL·E","year":2008,"poster_path":null,"content_rating":"G","genres":[],\#
    "genre_ids":[],"overview":null,"runtime":null,"popularity":60.1,"vote_average":null,"streaming":[],\#
    "original_title":null,"release_date":null,"tagline":null,"imdb_id":null,"vote_count":null,"certification":null,\#
    "poster_urls":null,"backdrop_path":null,"backdrop_urls":null,"cast":null,"trailer_url":null,\#
    "watch_providers":null,"source":"household","stale":true,"history":{"on_watchlist":null,"watched":null,\#
    "exceeds_ceiling":false,"rounds":[]}}
    """#

  static let seasons = #"""
    [{"season_number":1,"name":"Season 1","overview":null,"air_date":"2008-01-20","episode_count":7,"poster_path":null,\#
    "poster_urls":null},{"season_number":12,"name":null,"overview":null,"air_date":null,"episode_count":0,\#
    "poster_path":null,"poster_urls":null},{"season_number":0,"name":null,"overview":null,"air_date":"2009-02-17",\#
    "episode_count":1,"poster_path":null,"poster_urls":null}]
    """#

  static func series(
    seasons: String = seasons, next: String = "null", status: String = #""Ended""#, origin: String = fresh
  ) -> String {
    #"""
    {"tmdb_id":1396,"name":"Breaking Bad","original_name":"Breaking Bad (Original)","year":2008,\#
    "first_air_date":"2008-01-20","last_air_date":"2013-09-29","overview":"A teacher of chemistry turns to crime.",\#
    "status":\#(status),"genres":["Drama","Crime"],"genre_ids":[18,80],"content_rating":"TV-MA","number_of_seasons":5,\#
    "number_of_episodes":62,"poster_path":null,"poster_urls":null,"backdrop_path":null,"backdrop_urls":null,\#
    "next_episode":\#(next),"watch_providers":\#(providers),"seasons":\#(seasons),\#(origin)}
    """#
  }

  static let pilot = #"""
    {"tmdb_episode_id":62085,"season_number":1,"episode_number":1,"episode_type":"standard","name":"Pilot",\#
    "label":"1. Pilot","overview":"He has a birthday, and news.","air_date":"2008-01-20","runtime":58,\#
    "still_path":null,"still_urls":null
    """#

  /// An episode without known facts.
  static let unknown = #"""
    {"tmdb_episode_id":62086,"season_number":1,"episode_number":2,"episode_type":"mid_season","name":"Episode 2",\#
    "label":"2. Episode 2","overview":null,"air_date":null,"runtime":null,"still_path":null,"still_urls":null
    """#

  static func season(episodes: [String] = [pilot, unknown], name: String = #""Season 1""#) -> String {
    #"""
    {"tmdb_id":1396,"season_number":1,"name":\#(name),"overview":"How it began.","air_date":"2008-01-20",\#
    "poster_path":null,"poster_urls":null,"changed_at":"2026-03-01T00:00:00Z",\#
    "episodes":[\#(episodes.map { $0 + "}" }.joined(separator: ","))],\#(fresh)}
    """#
  }

  static func episode(_ episode: String = pilot) -> String { episode + "," + fresh + "}" }

  static func found(
    _ results: [String], page: Int = 1, pages: Int = 3, total: Int = 42, closeTitle: String? = nil
  ) -> String {
    #"""
    {"page":\#(page),"total_pages":\#(pages),"total_results":\#(total),"results":[\#(results.joined(separator: ","))],\#
    "did_you_mean":\#(closeTitle.map { "\"\($0)\"" } ?? "null"),\#(fresh)}
    """#
  }

  static func foundMovie(
    _ id: Int = 949, _ title: String = "Heat", watched: Bool = false, listed: Bool = false, exceeds: String = "null"
  ) -> String {
    #"""
    {"tmdb_movie_id":\#(id),"title":"\#(title)","original_title":"Heat","year":1995,"release_date":"1995-12-15",\#
    "overview":null,"poster_path":null,"poster_urls":null,"genres":["Action","Crime"],"genre_ids":[28,80],\#
    "popularity":60.1,"vote_average":7.95,"content_rating":"R","on_watchlist":\#(listed),"watched":\#(watched),\#
    "exceeds_ceiling":\#(exceeds)}
    """#
  }

  static let foundSeries = #"""
    {"tmdb_id":1396,"name":"Breaking Bad","original_name":null,"year":null,"first_air_date":null,"overview":null,\#
    "poster_path":null,"poster_urls":null,"genres":[],"genre_ids":[],"popularity":null,"vote_average":null}
    """#

  static let status = #"""
    {"source":"tmdb","state":"limited","host":"api.themoviedb.org","language":"en-US",\#
    "last_success_at":"2026-03-02T11:58:00Z","last_error":{"at":"2026-03-02T11:59:50Z","kind":"limited",\#
    "operation":"movie","status":429},"operations":[{"operation":"movie","hits":1200,"misses":30,"stale":4,\#
    "not_found":1,"errors":0},{"operation":"search","hits":0,"misses":7,"stale":0,"not_found":0,"errors":2}],\#
    "entries":12345,"bytes":12345678,"attribution":"\#(CatalogPage.attribution)"}
    """#

  /// The status of a server without a catalog.
  static let noStatus = #"""
    {"source":null,"state":"none","host":null,"language":null,"last_success_at":null,"last_error":null,\#
    "operations":[],"entries":null,"bytes":null,"attribution":null}
    """#
}
