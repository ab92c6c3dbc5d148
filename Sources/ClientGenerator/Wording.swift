/// All names and methods that differ between the client and the protocol. Every method that is not listed here has its
/// required parameters first and then the optional ones, each labelled with its own name.
struct Wording: Sendable {
  /// The parameters, by method, whose labels read better in Swift. They are a method's first parameters, in this order.
  var labels: [String: [Label]]
  /// The methods for which no function is generated because the client offers them in another way, with the reason.
  var exceptions: [String: String]
  /// The methods and notifications for which no types are generated, because no function of the client returns them.
  var untyped: Set<String> = []

  typealias Label = (parameter: String, label: String?)

  static let current = Wording(
    labels: labels, exceptions: exceptions, untyped: ["events.subscribe", "events.appended", "events.closed"])

  private static let labels: [String: [Label]] = [
    "rounds.suggest": [("movies", nil), ("round_id", "in")],
    "rounds.unsuggest": [("tmdb_movie_id", nil), ("round_id", "from")],
    "rounds.set_attendees": [("attendees", nil), ("round_id", "of")],
    "rounds.override_ceiling": [("round_id", "of"), ("max_content_rating", "to")],
    "rounds.propose": [("movie", nil), ("round_id", "in")],
    "rounds.withdraw": [("tmdb_movie_id", nil), ("round_id", "from")],
    "rounds.vote": [("vote", nil), ("tmdb_movie_id", "on"), ("round_id", "in")],
    "rounds.pick": [("tmdb_movie_id", nil), ("round_id", "in")],
    "rounds.rate": [("round_id", nil), ("rating", "as")],
    "rounds.import": [("round", nil), ("household_id", "into")],
    "households.create": [("name", "named"), ("creator", "by")],
    "members.update": [("member_id", nil)],
    "members.erase": [("member_id", nil)],
    "invites.accept": [("invite_token", nil)],
    "tokens.issue": [("label", "label"), ("member_id", "for")],
    "preferences.get": [("member_id", "of")],
    "preferences.set": [("member_id", "for")],
    "movies.search": [("query", nil)],
    "tv.search": [("query", nil)],
    "tv.get": [("tmdb_id", nil)],
    "tv.season": [("season_number", nil), ("tmdb_id", "of")],
    "tv.episode": [("episode_number", nil), ("season_number", "season"), ("tmdb_id", "of")],
    "genres.list": [("kind", "of")],
    "providers.list": [("country", "in")],
    "suggestions.generate": [("attendees", "for")],
    "projections.rebuild": [("names", nil)],
    "titles.add": [("items", nil)],
    "titles.set": [("titles", nil)],
    "titles.remove": [("titles", nil)],
    "titles.mark": [("movies", nil)],
    "titles.unmark": [("movies", nil)],
    "titles.refresh": [("titles", nil)],
    "titles.get": [("media_type", nil), ("tmdb_id", nil), ("member_id", "of")],
    "titles.list": [("member_id", "of")],
    "titles.next": [("member_id", "of")],
    "plays.list": [("member_id", "of")],
    "episodes.list": [("season_number", "season"), ("tmdb_id", "of"), ("member_id", "by")],
    "episodes.mark": [("tmdb_id", "of")],
    "episodes.unmark": [("tmdb_id", "of")],
    "lists.create": [("name", "named")],
    "lists.list": [("member_id", "of")],
    "lists.add_titles": [("titles", nil), ("list_id", "to")],
    "lists.remove_titles": [("titles", nil), ("list_id", "from")],
    "lists.move_titles": [("titles", nil), ("list_id", "in")],
    "notes.add": [("text", nil), ("media_type", "on"), ("tmdb_id", "id")],
    "notes.list": [("member_id", "of")],
    "reminders.list": [("member_id", "of")],
    "collection.get": [("member_id", "of")],
    "collection.import": [("format", "from")],
    "collection.export": [("format", "as")],
    "guide.set_show": [("tmdb_id", nil)],
    "reminders.set": [("tmdb_id", "of")],
    "reminders.remove": [("reminder_id", nil)],
  ]

  private static let exceptions: [String: String] = [
    "auth.authenticate": "the client keeps the token for later connections",
    "events.subscribe": "a subscription ends with its connection; the client's events continue over many",
    "events.unsubscribe": "a subscription ends with its connection; the client's events continue over many",
    "events.import": "its lines come from an export and are sent unchanged",
  ]

  /// The labels and names of parameters that apply in all methods.
  static let parameterNames: [String: (label: String, name: String)] = [
    "tmdb_movie_id": ("movie", "movie"),
    "exclude_movie_ids": ("excluding", "excludedMovies"),
    "as_of": ("asOf", "moment"),
  ]

  /// The client's types for numbers and words, by member, or by `Type.key` or `method.key` where it means that only
  /// there, or something else there.
  private static let types: [String: String] = [
    "tmdb_movie_id": "MovieID", "tmdb_movie_ids": "MovieID", "picked_movie_id": "MovieID",
    "exclude_movie_ids": "MovieID",
    "Series.tmdb_id": "SeriesID", "SeriesSearchResult.tmdb_id": "SeriesID", "Season.tmdb_id": "SeriesID",
    "tv.get.tmdb_id": "SeriesID", "tv.season.tmdb_id": "SeriesID", "tv.episode.tmdb_id": "SeriesID",
    "episodes.list.tmdb_id": "SeriesID", "episodes.mark.tmdb_id": "SeriesID", "episodes.unmark.tmdb_id": "SeriesID",
    "guide.set_show.tmdb_id": "SeriesID", "reminders.set.tmdb_id": "SeriesID", "ChangedGuideShow.tmdb_id": "SeriesID",
    "genre_ids": "GenreID", "genre_likes": "GenreID", "genre_dislikes": "GenreID",
    "Genre.id": "GenreID",
    "position": "EventPosition", "after": "EventPosition", "next_after": "EventPosition", "head": "EventPosition",
    "checkpoint": "EventPosition", "stopped_position": "EventPosition",
    // In these types the position is a movie's position in its round, and not an event's position.
    "Suggestion.position": "Int", "MovieSuggested.position": "Int", "MovieProposed.position": "Int",
    "RecordedImportedMovie.position": "Int",
    "revision": "Revision", "library_revision": "Revision",
    "content_rating": "ContentRating", "max_content_rating": "ContentRating",
    "runtime": "Duration",
  ]

  static func type(of key: String, in object: String) -> String? { types["\(object).\(key)"] ?? types[key] }
}
