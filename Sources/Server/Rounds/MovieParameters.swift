import Domain
import MovieNightPrimitives
import ProtocolSchema

/// A movie as a client sent it. Only a catalog can supply what was left out.
struct SentMovie: Sendable {
  /// Has a placeholder as its title unless `isNamed`.
  let movie: Movie
  let isNamed: Bool

  /// The members that clients send; `Movie.cleaned` says what of it is kept.
  static let type = ObjectType(
    "SentMovie", "A movie, as a client sends it.",
    [
      WireField(
        "tmdb_movie_id", WireValue.movieID.type, isRequired: true, isNullable: false, "which movie, by TMDb's id"),
      optional(
        "title", .text(.bytes(MovieLimits.title)), "its title; it has to be there where the catalog cannot tell it"),
      optional("year", .integer(MovieLimits.year), "the year of its release; null where it was not released"),
      optional(
        "poster_path", .text(.bytes(MovieLimits.posterPath)), "the part of its poster's address behind the size"),
      optional(
        "content_rating", .text(.bytes(MovieLimits.contentRating)),
        "its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none"),
      optional(
        "genres", .list(of: .text(.bytes(MovieLimits.name)), atMost: MovieLimits.names), "the names of its genres"),
      optional("genre_ids", .list(of: .integer(), atMost: MovieLimits.names), "TMDb's ids of its genres"),
      optional("runtime", .integer(MovieLimits.runtime), "how long it is", unit: .minutes),
      optional("overview", .text(.bytes(MovieLimits.overview)), "what it is about"),
      optional("popularity", .number, "TMDb's measure of how many look it up"),
      optional("vote_average", .number, "how it was rated at the source, from 0 to 10"),
      optional(
        "streaming", .list(of: .text(.bytes(MovieLimits.name)), atMost: MovieLimits.names),
        "names of the services that have it"),
    ])

  private static func optional(
    _ name: StaticString, _ type: ValueType, _ summary: String, unit: WireField.Unit? = nil
  ) -> WireField {
    WireField(name, type, isRequired: false, isNullable: true, summary, unit: unit)
  }
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
  /// A movie, as a list of one.
  static var oneMovie: WireValue {
    let movie = WireValue<SentMovie>.movie
    return WireValue(movie.type, reading: { json throws(ValidationError) in [try movie.read(json)] })
  }
}

extension JSONValue {
  /// A copy, with a placeholder title, of an object without one.
  fileprivate var titled: JSONValue {
    get throws(JSONError) {
      var object = JSONWriter()
      object.object { $0.field("title", "?") }
      return try JSONDocument(object.bytes.dropLast() + [UInt8(ascii: ",")] + encoded.dropFirst()).root
    }
  }
}
