import Domain
import ProtocolSchema

/// The reason why a rule of the domain forbids a command.
public typealias Refusal = ProtocolSchema.Refusal
public typealias RefusalData = ProtocolSchema.RefusalData

extension Refusal {
  package static let badParameters = Refusal(
    -32602, "bad_parameters", "a parameter is missing, unknown or invalid", "%: %.", .fields)
  package static func badParameter(_ name: String, _ message: String) -> Refusal {
    badParameters.with(
      name, message,
      data: .fields.with { json in
        json.array([(name, message)]) { json, field in
          json.object { json in
            json.field("field", field.0)
            json.field("message", field.1.printable)
          }
        }
      })
  }
  package static let notAuthenticated = Refusal(
    401, "not_authenticated",
    "not authenticated yet; the token is unknown or revoked; or its member is no longer in the household",
    "Authenticate first, with a token that is not revoked.",
    hint: "Is it the right token? Check --token and MOVIENIGHT_TOKEN, or log in with: movienight login")
  /// The refusal of a sender who is not, or is no longer, an independent member, or whose token was revoked.
  package static let memberIsGone = notAuthenticated.saying(
    "The token was revoked, or its member is no longer in the household.")
  /// The refusal of a command that the sender may not send for another member (`docs/rules.md`, "Acting as").
  package static let cannotActAs = Refusal(
    403, "cannot_act_as", "only a managed member's parent can act as them, and only with some commands",
    "Only a managed member's parent can act as them, and only with some commands.")
  package static let creatorOnly = Refusal(
    403, "creator_only", "only the household's creator can do this", "Only the household's creator can do this.")
  /// The refusal of a command whose id has a receipt of another fingerprint (`docs/rules.md`, "Every command").
  package static let commandIDReused = Refusal(
    409, "command_id_reused", "the id was used for another command",
    "Another command was sent with the same id. Send this one with a new id.")
  package static let wrongRevision = Refusal(
    409, "wrong_revision", "the revision has changed",
    "Something has changed: the revision is now %. Read the current state, then decide.", .revision)

  /// Returns the refusal with the movie's title in its message.
  package func of(_ movie: Movie) -> Refusal { with(movie.title, data: .movies([movie.tmdbMovieID])) }
  package func of(_ movie: MovieID) -> Refusal { with("\(movie)", data: .movies([movie])) }
}

extension RefusalData {
  static let fields = RefusalData(
    .field(
      "fields",
      .list(
        of: .object(
          ObjectType(
            "BadField", "An invalid parameter.",
            [
              .field("field", .text(), "the parameter's path, such as `movies[1].title`"),
              .field("message", .text(), "the error"),
            ]))),
      "the invalid parameters"))
  package static let revision = RefusalData(.field("revision", .integer(), "the current revision"))
  package static let limit = RefusalData(
    .field("limit", .integer(), "the limit: the most that is allowed, or the least that is required"))
  package static let movies = RefusalData(.field("tmdb_movie_ids", .list(of: .integer()), "the movies' TMDb ids"))
}
