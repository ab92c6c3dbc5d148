import MovieNightPrimitives

@testable import Catalog

/// Shortened response bodies of TMDb.
enum CleaningBodies {
  static let all: [(question: CatalogQuestion, body: String)] = [
    (.movie(550), movie), (.series(1396), series), (.season(series: 1396, 1), season),
    (.episode(series: 1396, season: 1, 2), episode), (.searchMovies("alien", year: nil, page: 1), movies),
    (.discover(discovery, page: 1), movies), (.searchSeries("bad", year: nil, page: 1), seriesPage),
    (.find(ForeignID(.imdb, "tt0137523")), found), (.genres(.movie), genres), (.providers(.movie), providers),
    (.configuration, configuration),
  ]

  static let discovery = Discovery(
    highestCertification: .pg, lowestCertification: .g, fewestVotes: 50,
    releasedFrom: CalendarDate(year: 1980, month: 1, day: 1),
    releasedThrough: CalendarDate(year: 2026, month: 1, day: 1),
    genres: [16], withoutGenres: [])

  static let movie = #"""
    {"adult": false, "backdrop_path": "/back.jpg", "belongs_to_collection": null, "budget": 63000000,
     "genres": [{"id": 18, "name": "Drama"}, {"id": 53, "name": "Thriller"}], "homepage": "", "id": 550,
     "imdb_id": "tt0137523", "original_language": "en", "original_title": "Fight Club", "overview": "Two men and soap.",
     "popularity": 61.416, "poster_path": "/post_er-1.jpg", "production_companies": [], "release_date": "1999-10-15",
     "revenue": 100853753, "runtime": 139, "status": "Released", "tagline": "Mischief. Mayhem. Soap.",
     "title": "Fight Club", "video": false, "vote_average": 8.433, "vote_count": 26280,
     "release_dates": {"results": [
       {"iso_3166_1": "US", "release_dates": [
         {"certification": "", "descriptors": [], "iso_639_1": "", "note": "", "release_date": "1999-09-10T00:00:00.000Z",
          "type": 3},
         {"certification": "R", "release_date": "1999-10-15T00:00:00.000Z", "type": 3},
         {"certification": "NR", "release_date": "1999-10-06T00:00:00.000Z", "type": 1}]},
       {"iso_3166_1": "DE", "release_dates": [
         {"certification": "18", "release_date": "1999-11-11T00:00:00.000Z", "type": 3}]},
       {"iso_3166_1": "FR", "release_dates": [{"certification": "", "type": 3}]}]},
     "credits": {"cast": [
        {"id": 287, "name": "Brad Pitt", "character": "Tyler Durden", "order": 1},
        {"id": 819, "name": "Edward Norton", "character": "Narrator", "order": 0},
        {"id": 1283, "name": "Helena Bonham Carter", "character": "", "order": 2},
        {"id": 7470, "name": "Meat Loaf", "character": "Bob", "order": 3},
        {"id": 7499, "name": "Jared Leto", "character": "Angel Face", "order": 4},
        {"id": 7471, "name": "Zach Grenier", "character": "Boss", "order": 5}],
      "crew": [{"id": 7467, "name": "David Fincher", "job": "Director"}]},
     "videos": {"results": [
       {"site": "Vimeo", "type": "Trailer", "key": "12345", "official": true},
       {"site": "YouTube", "type": "Teaser", "key": "teaser-key1", "official": true},
       {"site": "YouTube", "type": "Trailer", "key": "fan-trailer", "official": false},
       {"site": "YouTube", "type": "Trailer", "key": "SUXWAEX2jlg", "official": true}]},
     "watch/providers": {"results": {
       "US": {"link": "https://www.themoviedb.org/movie/550/watch?locale=US",
         "flatrate": [{"logo_path": "/hulu.jpg", "provider_id": 15, "provider_name": "Hulu", "display_priority": 7},
           {"logo_path": "/n.jpg", "provider_id": 8, "provider_name": "Netflix", "display_priority": 2}],
         "rent": [{"logo_path": null, "provider_id": 2, "provider_name": "Apple TV", "display_priority": 4}]},
       "CA": {"link": "https://www.themoviedb.org/movie/550/watch?locale=CA",
         "ads": [{"logo_path": "/t.jpg", "provider_id": 73, "provider_name": "Tubi TV", "display_priority": 1}]}}}}
    """#

  static let series = #"""
    {"adult": false, "backdrop_path": "/back.jpg", "created_by": [], "episode_run_time": [], "first_air_date": "2008-01-20",
     "genres": [{"id": 18, "name": "Drama"}], "id": 1396, "in_production": false, "last_air_date": "2013-09-29",
     "last_episode_to_air": {"id": 62161, "name": "Felina", "season_number": 5, "episode_number": 16},
     "name": "Breaking Bad", "number_of_episodes": 62, "number_of_seasons": 5, "original_name": "Breaking Bad",
     "next_episode_to_air": {"id": 1, "name": "", "overview": "", "air_date": "2027-01-03", "season_number": 6,
       "episode_number": 1},
     "overview": "A teacher cooks.", "popularity": 300.5, "poster_path": "/post.jpg", "status": "Ended",
     "vote_average": 8.9, "vote_count": 13000,
     "seasons": [
       {"air_date": "2009-02-17", "episode_count": 11, "id": 3577, "name": "Specials", "overview": "", "poster_path": null,
        "season_number": 0},
       {"air_date": "2009-03-08", "episode_count": 13, "id": 3573, "name": "Season 2", "overview": "More.",
        "poster_path": "/s2.jpg", "season_number": 2},
       {"air_date": "2008-01-20", "episode_count": 7, "id": 3572, "name": "Season 1", "overview": "It begins.",
        "poster_path": "/s1.jpg", "season_number": 1}],
     "content_ratings": {"results": [{"descriptors": [], "iso_3166_1": "US", "rating": "TV-MA"},
       {"iso_3166_1": "DE", "rating": "16"}, {"iso_3166_1": "BR", "rating": ""}]},
     "watch/providers": {"results": {"US": {"flatrate": [{"provider_id": 8, "provider_name": "Netflix",
       "logo_path": "/n.jpg", "display_priority": 0}]}}}}
    """#

  static let season = #"""
    {"_id": "5256c89f19c2956ff6046d47", "air_date": "2008-01-20", "id": 3572, "name": "Season 1",
     "overview": "It begins.", "poster_path": "/s1.jpg", "season_number": 1, "vote_average": 8.3, "episodes": [
       {"air_date": "2008-01-27", "episode_number": 2, "episode_type": "standard", "id": 62086, "name": "Cat's in the Bag...",
        "overview": "They clean up.", "production_code": "", "runtime": 49, "season_number": 1, "show_id": 1396,
        "still_path": "/still2.jpg", "crew": [], "guest_stars": []},
       {"air_date": "2008-01-20", "episode_number": 1, "episode_type": "standard", "id": 62085, "name": "Pilot",
        "overview": "A cough.", "runtime": 59, "season_number": 1, "show_id": 1396, "still_path": "/still1.jpg"},
       {"air_date": null, "episode_number": 3, "id": 62087, "name": "", "overview": "", "runtime": null,
        "season_number": 1, "show_id": 1396, "still_path": null}]}
    """#

  static let episode = #"""
    {"air_date": "2008-01-27", "crew": [], "episode_number": 2, "episode_type": "standard", "guest_stars": [],
     "id": 62086, "name": "Cat's in the Bag...", "overview": "They clean up.", "production_code": "", "runtime": 49,
     "season_number": 1, "still_path": "/still2.jpg", "vote_average": 8.2, "vote_count": 100}
    """#

  static let movies = #"""
    {"page": 1, "total_pages": 3, "total_results": 45, "results": [
      {"adult": false, "backdrop_path": "/b.jpg", "genre_ids": [27, 878], "id": 348, "original_language": "en",
       "original_title": "Alien", "overview": "In space.", "popularity": 50.1, "poster_path": "/a.jpg",
       "release_date": "1979-05-25", "title": "Alien", "video": false, "vote_average": 8.1, "vote_count": 14000},
      {"adult": true, "id": 349, "title": "Not for children"},
      {"id": 679, "title": "Aliens", "original_title": "Aliens", "release_date": "", "overview": "", "poster_path": null,
       "genre_ids": [], "popularity": 0, "vote_average": 0.0, "vote_count": 0}]}
    """#

  static let seriesPage = #"""
    {"page": 1, "total_pages": 1, "total_results": 1, "results": [
      {"adult": false, "genre_ids": [18], "id": 1396, "origin_country": ["US"], "original_name": "Breaking Bad",
       "overview": "A teacher cooks.", "popularity": 300.5, "poster_path": "/post.jpg", "first_air_date": "2008-01-20",
       "name": "Breaking Bad", "vote_average": 8.9, "vote_count": 13000}]}
    """#

  static let found = #"""
    {"movie_results": [{"adult": false, "id": 550, "title": "Fight Club", "media_type": "movie", "genre_ids": [18]}],
     "person_results": [], "tv_results": [], "tv_episode_results": [], "tv_season_results": []}
    """#

  static let genres = #"{"genres": [{"id": 28, "name": "Action"}, {"id": 16, "name": "Animation"}]}"#

  static let providers = #"""
    {"results": [
      {"display_priorities": {"US": 2, "DE": 0, "CA": 1}, "display_priority": 0, "logo_path": "/n.jpg",
       "provider_name": "Netflix", "provider_id": 8},
      {"display_priorities": {"US": 4}, "display_priority": 1, "logo_path": "/d.jpg", "provider_name": "Disney Plus",
       "provider_id": 337}]}
    """#

  static let configuration = #"""
    {"images": {"base_url": "http://image.tmdb.org/t/p/", "secure_base_url": "https://images.example/t/p/",
      "backdrop_sizes": ["w300", "w780", "original"], "logo_sizes": ["w45", "w300", "original"],
      "poster_sizes": ["w92", "w342", "w500", "original"], "profile_sizes": ["w45", "h632", "original"],
      "still_sizes": ["w92", "w185", "w300", "original"]}, "change_keys": ["adult"]}
    """#
}

extension CleanedBody {
  /// Reads a body with `member` inserted first, where it takes precedence.
  init(
    _ body: String, with member: String? = nil, answering question: CatalogQuestion,
    in language: String = CatalogOptions.english
  ) throws(UnexpectedBody) {
    let text = member.map { "{\($0), " + body.drop { $0 != "{" }.dropFirst() } ?? body
    try self.init(Array(text.utf8), answering: question, in: language)
  }
}

/// Cleans the movie body with `members` in place of its own.
func cleanMovie(_ members: String? = nil, in language: String = CatalogOptions.english) throws -> MovieFacts {
  let facts = try CleanedBody(CleaningBodies.movie, with: members, answering: .movie(550), in: language).facts()
  guard case .movie(let movie) = facts else { throw UnexpectedBody.other("kind") }
  return movie
}

func cleanSeries(_ members: String? = nil) throws -> SeriesFacts {
  let facts = try CleanedBody(CleaningBodies.series, with: members, answering: .series(1396)).facts()
  guard case .series(let series) = facts else { throw UnexpectedBody.other("kind") }
  return series
}

func cleanSeason(_ members: String? = nil) throws -> SeasonFacts {
  let facts = try CleanedBody(CleaningBodies.season, with: members, answering: .season(series: 1396, 1)).facts()
  guard case .season(let season) = facts else { throw UnexpectedBody.other("kind") }
  return season
}

func cleanEpisode(_ members: String? = nil) throws -> EpisodeFacts {
  let facts = try CleanedBody(
    CleaningBodies.episode, with: members, answering: .episode(series: 1396, season: 1, 2)
  ).facts()
  guard case .episode(let episode) = facts else { throw UnexpectedBody.other("kind") }
  return episode
}
