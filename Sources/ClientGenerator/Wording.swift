/// What the client calls otherwise than the protocol does, and leaves out: all of it, in one place. A method that is not
/// named here has its required parameters first, then the others, each under its own name.
struct Wording: Sendable {
  /// How some methods' parameters are labelled, where Swift reads better with other words than the protocol's own.
  var labels: [String: [Label]]
  /// Methods that the client offers otherwise, and why.
  var exceptions: [String: String]

  /// A parameter of a method: its label, nil for none.
  struct Label: Sendable {
    let parameter: String
    let label: String?

    init(_ parameter: String, _ label: String?) {
      self.parameter = parameter
      self.label = label
    }
  }

  /// Of this client.
  static let current = Wording(labels: labels, exceptions: exceptions)

  /// In this order, before all others.
  private static let labels: [String: [Label]] = [
    "rounds.suggest": [Label("movies", nil), Label("round_id", "in")],
    "rounds.unsuggest": [Label("tmdb_movie_id", nil), Label("round_id", "from")],
    "rounds.set_attendees": [Label("attendees", nil), Label("round_id", "of")],
    "rounds.override_ceiling": [Label("round_id", "of"), Label("max_content_rating", "to")],
    "rounds.propose": [Label("movie", nil), Label("round_id", "in")],
    "rounds.withdraw": [Label("tmdb_movie_id", nil), Label("round_id", "from")],
    "rounds.vote": [Label("vote", nil), Label("tmdb_movie_id", "on"), Label("round_id", "in")],
    "rounds.pick": [Label("tmdb_movie_id", nil), Label("round_id", "in")],
    "rounds.rate": [Label("round_id", nil), Label("rating", "as")],
    "rounds.import": [Label("round", nil), Label("household_id", "into")],
    "households.create": [Label("name", "named"), Label("creator", "by")],
    "members.update": [Label("member_id", nil)],
    "members.erase": [Label("member_id", nil)],
    "invites.accept": [Label("invite_token", nil)],
    "tokens.issue": [Label("label", "label"), Label("member_id", "for")],
    "preferences.get": [Label("member_id", "of")],
    "preferences.set": [Label("member_id", "for")],
    "movies.search": [Label("query", nil)],
    "tv.search": [Label("query", nil)],
    "tv.get": [Label("tmdb_id", nil)],
    "tv.season": [Label("season_number", nil), Label("tmdb_id", "of")],
    "tv.episode": [Label("episode_number", nil), Label("season_number", "season"), Label("tmdb_id", "of")],
    "genres.list": [Label("kind", "of")],
    "providers.list": [Label("country", "in")],
    "suggestions.generate": [Label("attendees", "for")],
    "projections.rebuild": [Label("names", nil)],
  ]

  private static let exceptions: [String: String] = [
    "auth.authenticate": "the client has to remember who it is, for the next connection",
    "events.subscribe": "a subscription is one connection's; the client's events go on over many",
    "events.unsubscribe": "a subscription is one connection's; the client's events go on over many",
    "events.import": "its lines come from an export, and are sent on as they are",
  ]

  /// What parameters are called everywhere: the label, and the name inside.
  static let ofParameters: [String: (label: String, name: String)] = [
    "tmdb_movie_id": ("movie", "movie"),
    "tmdb_id": ("series", "series"),
    "exclude_movie_ids": ("excluding", "excludedMovies"),
    "as_of": ("asOf", "moment"),
  ]

  /// The client's types of members and parameters that are numbers or words on the wire, by key, or by `Type.key` where a key means
  /// something else in that type.
  private static let types: [String: String] = [
    "tmdb_movie_id": "MovieID", "tmdb_movie_ids": "MovieID", "picked_movie_id": "MovieID",
    "exclude_movie_ids": "MovieID",
    "tmdb_id": "SeriesID", "genre_ids": "GenreID", "genre_likes": "GenreID", "genre_dislikes": "GenreID",
    "Genre.id": "GenreID",
    "position": "EventPosition", "after": "EventPosition", "next_after": "EventPosition", "head": "EventPosition",
    "checkpoint": "EventPosition", "stopped_position": "EventPosition",
    // The place in a round.
    "Suggestion.position": "Int", "MovieSuggested.position": "Int", "MovieProposed.position": "Int",
    "RecordedImportedMovie.position": "Int",
    "revision": "Revision", "library_revision": "Revision",
    "content_rating": "ContentRating", "max_content_rating": "ContentRating",
    "runtime": "Duration",
  ]

  static func type(of key: String, in object: String) -> String? { types["\(object).\(key)"] ?? types[key] }
}
