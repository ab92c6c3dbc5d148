import Catalog
import WireProtocol

/// What answers say of the catalog, of movies and of series.
enum CatalogTypes {
  static let info = ObjectType(
    "CatalogInfo", "Where facts about movies and series are from.",
    [
      .field("source", .text(), "`tmdb` or `file`"),
      .field("attribution", .text(), "to be shown with what is from there"),
      .field("image_url", .text(), "what addresses of images begin with"),
    ])

  static let health = ObjectType(
    "CatalogHealth", "How it goes with the catalog.",
    [
      .field("source", .text(), "`tmdb` or `file`"),
      .field(
        "state", .choice(Choice("CatalogState", ["ok", "unauthorised", "limited", "unavailable"])),
        "how its source answers"),
      .nullable("last_error_at", .time, "when it failed last; null where it has not since the start"),
    ])

  /// Where a result is from, and how old it is.
  static let provenance: [WireField] = [
    .nullable(
      "source", .choice(Choice("FactSource", ["tmdb", "file", "household", "builtin"])),
      "who says so; null where nobody was asked"),
    .nullable("fetched_at", .time, "when the source said it; null where no catalog did"),
    .field("stale", .flag, "whether the source should have been asked again, and has not answered"),
  ]

  // MARK: Images and services

  private static let urls = ObjectType(
    "ImageURLs", "The addresses of one image in different widths.",
    [
      .field("thumbnail", .text(), "the smallest"), .field("card", .text(), "for lists"),
      .field("detail", .text(), "for a page"), .field("full", .text(), "the largest"),
    ])

  private static func image(_ path: StaticString, _ addresses: StaticString) -> [WireField] {
    [
      .nullable(path, .text(), "the part of its address behind the size; null without an image"),
      .nullable(addresses, .object(urls), "its addresses; null without an image"),
    ]
  }

  private static let poster = image("poster_path", "poster_urls")
  private static let backdrop = image("backdrop_path", "backdrop_urls")

  private static let providerFields: [WireField] = [
    .field("provider_id", .integer(), "TMDb's id"), .field("name", .text(), "what it is called"),
  ]
  private static let logo = WireField.nullable(
    "logo_urls", .object(urls), "the addresses of its logo; null without one")
  private static let provider = ObjectType(
    "Provider", "A service that has it.", toldBy: "provider_id", providerFields + [logo])

  private static let watchProviders = WireField.nullable(
    "watch_providers",
    .object(
      ObjectType(
        "WatchProviders", "Where it can be watched in a country; name JustWatch beside it.",
        [
          .field("country", .text(), "in which country"),
          .nullable("link", .text(), "a page that has all of them; null where there is none"),
          .field("flatrate", .list(of: .object(provider)), "with a subscription"),
          .field("free", .list(of: .object(provider)), "for nothing"),
          .field("ads", .list(of: .object(provider)), "with advertisements"),
          .field("rent", .list(of: .object(provider)), "to rent"),
          .field("buy", .list(of: .object(provider)), "to buy"),
        ])), "where it can be watched; null where nothing is known of the country")

  private static let genres: [WireField] = [
    .field("genres", .list(of: .text()), "the names of its genres"),
    .field("genre_ids", .list(of: .integer()), "TMDb's ids of them"),
  ]

  private static let measures: [WireField] = [
    .nullable("popularity", .number, "TMDb's measure of how many look it up"),
    .nullable("vote_average", .number, "how it was rated at the source, from 0 to 10"),
  ]

  // MARK: Movies

  static let movie = ObjectType(
    "MovieDetails", "What is known of a movie, and what the household had to do with it.", toldBy: "tmdb_movie_id",
    RoundTypes.movie + [
      .nullable("original_title", .text(), "its title in its own language"),
      .nullable("release_date", .date, "when it first came out"),
      .nullable("tagline", .text(), "its motto, as posters have it"), .nullable("imdb_id", .text(), "IMDb's id"),
      .nullable("vote_count", .integer(), "how many rated it at the source"),
      .nullable(
        "certification",
        .object(
          ObjectType(
            "Certification", "A country's rating.",
            [
              .field("country", .text(), "which country"),
              .field("rating", .text(), "the rating, as it is written there"),
            ])),
        "the rating of the household's country; null where none is known"),
      .nullable("poster_urls", .object(urls), "the addresses of its poster; null without one"),
    ] + backdrop + [
      .nullable(
        "cast",
        .list(
          of: .object(
            ObjectType(
              "CastMember", "Who plays in it.",
              [.field("name", .text(), "who"), .nullable("character", .text(), "whom they play")]))),
        "who plays in it, five at most; null where only the household knows the movie"),
      .nullable("trailer_url", .text(), "the address of a trailer; null where none is known"), watchProviders,
    ] + provenance + [
      .nullable(
        "history", .object(LibraryTypes.history), "what the household had to do with it; null for administrators")
    ])

  static let foundMovie = ObjectType(
    "FoundMovie", "A movie that a search has found.", toldBy: "tmdb_movie_id",
    [
      RoundTypes.movieID, .field("title", .text(), "its title"),
      .nullable("original_title", .text(), "its title in its own language"),
      .nullable("year", .integer(), "the year of its release"),
      .nullable("release_date", .date, "when it first came out"), .nullable("overview", .text(), "what it is about"),
    ] + poster + genres + measures + [
      .nullable("content_rating", .text(), "its American rating; null also where the movie's details are not at hand"),
      .nullable("on_watchlist", .flag, "whether it is on the household's watchlist; null for administrators"),
      .nullable("watched", .flag, "whether the household has seen it; null for administrators"),
      .nullable(
        "exceeds_ceiling", .flag,
        "whether the open round, or one for everybody, would refuse it for its rating; null for administrators, and where its details are not at hand"
      ),
    ])

  /// A page of what a search has found.
  static func found(_ name: String, _ result: ObjectType) -> ObjectType {
    ObjectType(
      name, "What a search has found.",
      [
        .field("page", .integer(), "which page this is, from 1 on"),
        .field("total_pages", .integer(), "how many there are at the source"),
        .field("total_results", .integer(), "how many there are at the source, also of what was left out"),
        .field("results", .list(of: .object(result)), "in the source's order"),
      ] + provenance)
  }

  // MARK: Series

  private static let seriesHead: [WireField] = [
    .field("tmdb_id", .integer(), "which series, by TMDb's id"), .field("name", .text(), "its title"),
    .nullable("original_name", .text(), "its title in its own language"),
    .nullable("year", .integer(), "the year of its first episode"),
    .nullable("first_air_date", .date, "when its first episode was shown"),
  ]

  static let foundSeries = ObjectType(
    "FoundSeries", "A series that a search has found.", toldBy: "tmdb_id",
    seriesHead + [.nullable("overview", .text(), "what it is about")] + poster + genres + measures)

  static let series = ObjectType(
    "Series", "What is known of a series.", toldBy: "tmdb_id",
    seriesHead + [
      .nullable("last_air_date", .date, "when its last episode was shown"),
      .nullable("overview", .text(), "what it is about"),
      .nullable("status", .text(), "whether more is to come, in the source's word: `Ended`"),
    ] + genres + [
      .nullable("content_rating", .text(), "the rating of the household's country"),
      .nullable("number_of_seasons", .integer(), "how many seasons"),
      .nullable("number_of_episodes", .integer(), "how many episodes"),
    ] + poster + backdrop + [
      .nullable(
        "next_episode",
        .object(
          ObjectType(
            "NextEpisode", "What comes next.",
            [
              .field("season_number", .integer(), "of which season"),
              .field("episode_number", .integer(), "which episode of it"),
              .nullable("name", .text(), "its title"), .nullable("air_date", .date, "when it will be shown"),
            ])), "what comes next; null where none is known"),
      watchProviders,
      .field(
        "seasons",
        .list(
          of: .object(
            ObjectType(
              "SeasonListing", "A season, as a series lists it.", toldBy: "season_number",
              [
                .field("season_number", .integer(), "0: the specials"), .nullable("name", .text(), "its title"),
                .nullable("overview", .text(), "what it is about"),
                .nullable("air_date", .date, "when its first episode was shown"),
                .nullable("episode_count", .integer(), "how many episodes"),
              ] + poster))), "by number, the specials last"),
    ] + provenance)

  private static let episodeFields: [WireField] =
    [
      .nullable("tmdb_episode_id", .integer(), "TMDb's id"), .field("season_number", .integer(), "0: the specials"),
      .field("episode_number", .integer(), "within the season"),
      .nullable("episode_type", .text(), "what kind of episode, in the source's word: `finale`"),
      .field("name", .text(), "its title; `Episode 3` without one"),
      .field("label", .text(), "its number and title: `3. Episode 3`"),
      .nullable("overview", .text(), "what it is about"), .nullable("air_date", .date, "when it was first shown"),
      .nullable("runtime", .integer(), "how long it is", unit: .minutes),
    ] + image("still_path", "still_urls")

  static let season = ObjectType(
    "Season", "A season with its episodes.",
    [
      .field("tmdb_id", .integer(), "which series, by TMDb's id"),
      .field("season_number", .integer(), "0: the specials"),
      .nullable("name", .text(), "its title"), .nullable("overview", .text(), "what it is about"),
      .nullable("air_date", .date, "when its first episode was shown"),
    ] + poster + [
      .field("changed_at", .time, "since when the source says the same"),
      .field(
        "episodes",
        .list(of: .object(ObjectType("Episode", "An episode of a season.", toldBy: "episode_number", episodeFields))),
        "by number; there may be none"),
    ] + provenance)

  static let episode = ObjectType("EpisodeDetails", "An episode, asked for by itself.", episodeFields + provenance)

  // MARK: Lists

  static let genreList = ObjectType(
    "GenreList", "Genres.",
    [
      .field(
        "genres",
        .list(
          of: .object(
            ObjectType(
              "Genre", "A genre.", toldBy: "id",
              [.field("id", .integer(), "TMDb's id"), .field("name", .text(), "its name")]))),
        "by name")
    ] + provenance)

  static let providerList = ObjectType(
    "ProviderList", "The services of a country.",
    [
      .field("country", .text(), "which country"),
      .field(
        "providers",
        .list(
          of: .object(
            ObjectType(
              "ListedProvider", "A service of a country.", toldBy: "provider_id",
              providerFields + [.nullable("logo_path", .text(), "the part of its address behind the size"), logo]))),
        "in the country's order of display"),
      .field(
        "services",
        .list(
          of: .object(
            ObjectType(
              "HouseholdService", "A service that the household has.", toldBy: "service",
              [
                .field("service", .text(), "as the household calls it"),
                .field(
                  "provider_ids", .list(of: .integer()),
                  "TMDb's ids of those of the list that it goes by; there may be none"),
              ]))), "the household's `streaming_services`; none for administrators"),
    ] + provenance)
}

/// What answers say of suggestions.
enum SuggestionTypes {
  static let relaxedConstraint = ValueType.choice(Choice("RelaxedConstraint", of: RelaxedConstraint.self))

  static let found = ObjectType(
    "Suggestions", "Movies that suit some members.",
    [
      .field(
        "suggestions",
        .list(
          of: .object(
            ObjectType(
              "SuggestedMovie", "A movie that the algorithm found.", toldBy: "tmdb_movie_id",
              RoundTypes.movie + [
                .field("score", .number, "from 0 to 1"), .field("reason", .text(), "why it was found, for people"),
              ]))), "at most 8, the best first"),
      .field("relaxed_constraints", .list(of: relaxedConstraint), "what was given up to find enough, in this order"),
      .field("watchlist_eligible_count", .integer(), "how many movies of the watchlist the ceiling lets in"),
    ] + CatalogTypes.provenance)
}

/// What answers say to those who look after the catalog.
enum CatalogAdministrationTypes {
  static let kinds = Choice("CatalogOperation", of: CatalogQuestion.Kind.self)

  static let status = ObjectType(
    "CatalogStatus", "How it goes with the catalog.",
    [
      .nullable("source", .text(), "`tmdb` or `file`; null without a catalog"),
      .field(
        "state", .choice(Choice("CatalogStatusState", ["ok", "unauthorised", "limited", "unavailable", "none"])),
        "`none` without a catalog"),
      .nullable("host", .text(), "whom it asks; null for a file"),
      .nullable("language", .text(), "the language of its texts"),
      .nullable("last_success_at", .time, "when its source answered last; null where it has not since the start"),
      .nullable(
        "last_error",
        .object(
          ObjectType(
            "CatalogTrouble", "What went wrong last.",
            [
              .field("at", .time, "when"), .field("kind", .text(), "what went wrong: `timeout`"),
              .field("operation", .choice(kinds), "with which question"),
              .nullable("status", .integer(), "the status of HTTP; null where there was none"),
            ])), "what went wrong last; null where nothing has since the start"),
      .field(
        "operations",
        .list(
          of: .object(
            ObjectType(
              "CatalogCounts", "What became of the questions of a kind, since the start.", toldBy: "operation",
              [
                .field("operation", .choice(kinds), "which kind"),
                .field("hits", .integer(), "answered by a fresh copy"),
                .field("misses", .integer(), "answered by the source"),
                .field("stale", .integer(), "answered by an old copy"),
                .field("not_found", .integer(), "of them, said that there is no such thing"),
                .field("errors", .integer(), "of them, failed"),
              ]))), "one for each kind of question; empty without a catalog"),
      .nullable("entries", .integer(), "how many are kept over restarts; null where the store does not say"),
      .nullable("bytes", .integer(), "how large they are; null where the store does not say", unit: .bytes),
      .nullable("attribution", .text(), "to be shown with what is from there"),
    ])
}
