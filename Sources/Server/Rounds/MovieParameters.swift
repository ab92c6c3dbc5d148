import Domain
import MovieNightPrimitives
import ProtocolSchema

/// A movie as a client sent it. The catalog, if there is one, supplies the values that the client left out.
struct SentMovie: Sendable {
  /// The movie. Its title is a placeholder if the client sent none.
  let movie: Movie
  /// Whether the client sent a title.
  let isNamed: Bool

  /// The members that clients may send. `Movie.cleaned` decides which of the values are kept.
  static let type = ObjectType(
    "SentMovie", "A movie sent by a client.",
    [
      WireField(
        "tmdb_movie_id", WireValue.movieID.type, isRequired: true, isNullable: false, "the movie's TMDb id"),
      .optional(
        "title", .text(.bytes(MovieLimits.title)), "the title; required unless the catalog has the movie"),
      .optional("year", .integer(MovieLimits.year), "the year of release; null if unreleased"),
      .optional(
        "poster_path", .text(.bytes(MovieLimits.posterPath)),
        "the last part of the poster's URL, after the size"),
      .optional(
        "content_rating", .text(.bytes(MovieLimits.contentRating)),
        "the American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as unrated"),
      .optional(
        "genres", .list(of: .text(.bytes(MovieLimits.name)), atMost: MovieLimits.names), "the names of the genres"),
      .optional("genre_ids", .list(of: .integer(), atMost: MovieLimits.names), "the genres' TMDb ids"),
      .optional("runtime", .integer(MovieLimits.runtime), "the running time", unit: .minutes),
      .optional("overview", .text(.bytes(MovieLimits.overview)), "a short description"),
      .optional("popularity", .number, "TMDb's popularity score"),
      .optional("vote_average", .number, "the average vote at the source, from 0 to 10"),
      .optional(
        "streaming", .list(of: .text(.bytes(MovieLimits.name)), atMost: MovieLimits.names),
        "the names of the streaming services that offer it"),
    ])
}

extension WireValue where Value == MovieID {
  static var movieID: WireValue { .integer(MovieLimits.id) }
}

extension WireValue where Value == SentMovie {
  static var movie: WireValue {
    .object(SentMovie.type) { json throws(ValidationError) in
      do throws(JSONError) {
        let isNamed = json["title"].map { !$0.isNull } ?? false
        return SentMovie(movie: try Movie(cleaning: isNamed ? json : json.titled), isNamed: isNamed)
      } catch {
        throw ValidationError(error)
      }
    }
  }
}

extension WireValue where Value == [SentMovie] {
  /// A single movie, decoded as a list with one element.
  static var oneMovie: WireValue {
    let movie = WireValue<SentMovie>.movie
    return WireValue(movie.type, reading: { json throws(ValidationError) in [try movie.read(json)] })
  }
}

extension JSONValue {
  static let placeholder = "?"

  /// A copy with a placeholder for a title that is missing or null.
  var titled: JSONValue {
    get throws(JSONError) {
      let object = JSONWriter.object { json in
        json.field("title", Self.placeholder)
        for (name, value) in members where name != "title" {
          json.key(name)
          json.raw(value.encoded)
        }
      }
      return try JSONDocument(object.bytes).root
    }
  }
}
