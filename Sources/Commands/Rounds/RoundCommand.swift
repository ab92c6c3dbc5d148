import Domain
import MovieNightPrimitives

/// A command on a round (`docs/rules.md`, "Rounds"). `docs/protocol` describes a method for each command.
public enum RoundCommand: Equatable, Sendable {
  case start(StartRound)
  case suggest([Movie], allowWatched: Bool, promotion: Promotion? = nil)
  case unsuggest(MovieID)
  case setAttendees(Attendees)
  case overrideCeiling(ContentRating)
  case openVoting
  case propose(Movie, allowWatched: Bool)
  case withdraw(MovieID, confirm: Bool)
  case vote(MovieID, Vote)
  case retract(MovieID)
  case doneVoting
  case closeVoting
  case pick(MovieID)
  case markWatched
  case rate(Rating)
  case closeRatings
  case discard

  /// Whether the decision requires the household's library.
  package var readsLibrary: Bool {
    switch self {
    case .start, .suggest, .propose: true
    default: false
    }
  }

  /// Whether a parent may send the command for a managed member.
  public var canBeSentForManaged: Bool {
    switch self {
    case .start, .suggest, .unsuggest, .setAttendees, .openVoting, .propose, .withdraw, .vote, .retract, .doneVoting,
      .markWatched, .rate, .discard:
      true
    // Only the creator may send these commands, and the creator is never a managed member.
    case .overrideCeiling, .closeVoting, .pick, .closeRatings: false
    }
  }
}

extension RoundState {
  /// Decides a command on an existing round (`docs/rules.md`, "Rounds"); `start(_:in:active:replaced:)` starts one.
  /// Checks permission, then status, and then the rest, so that a refusal reveals nothing that the sender may not see.
  func decide(_ command: RoundCommand, in context: RoundContext) throws(Refusal) -> Decision {
    guard status != nil, household == context.household.id else { throw .unknownRound }
    switch command {
    case .start: throw .unknownRound
    case .suggest(let movies, let allowWatched, let promotion):
      return try suggest(movies, allowWatched, promotion, context)
    case .unsuggest(let id): return try unsuggest(id, context)
    case .setAttendees(let attendees): return try setAttendees(attendees, context)
    case .overrideCeiling(let ceiling): return try overrideCeiling(ceiling, context)
    case .openVoting: return try openVoting(context)
    case .propose(let movie, let allowWatched): return try propose(movie, allowWatched, context)
    case .withdraw(let id, let confirm): return try withdraw(id, confirm: confirm, context)
    case .vote(let id, let vote): return try castVote(vote, on: id, context)
    case .retract(let id): return try retractVote(on: id, context)
    case .doneVoting: return try finishVoting(context)
    case .closeVoting: return try closeVoting(context)
    case .pick(let id): return try pick(id, context)
    case .markWatched: return try markWatched(context)
    case .rate(let rating): return try rate(rating, context)
    case .closeRatings: return try closeRatings(context)
    case .discard: return try discard(context)
    }
  }
}

/// A request to promote watchlist movies into a round: the newest ones that are admissible.
public struct Promotion: Equatable, Sendable {
  /// Movies to leave out.
  public var excluding: [MovieID]

  public init(excluding: [MovieID] = []) { self.excluding = excluding }
}

/// A movie that the algorithm suggests, with its merit.
public struct ScoredMovie: Equatable, Sendable {
  public var movie: Movie
  public var merit: SuggestionMerit

  public init(movie: Movie, merit: SuggestionMerit) {
    self.movie = movie
    self.merit = merit
  }
}

/// A round to be started. It is recorded completely in one commit, or not at all.
public struct StartRound: Equatable, Sendable {
  public var attendees: Attendees
  /// The movies in the order of their positions. If one of them is not admissible, the whole command is refused.
  public var movies: [Movie]
  /// The promotion of watchlist movies; nil to promote none.
  public var promotion: Promotion?
  /// The algorithm's suggestions, best first. Movies that are not admissible, or have no room, are left out.
  public var found: [ScoredMovie]
  /// Whether voting opens at once. That requires 2 movies, including promoted ones.
  public var opensVoting: Bool
  /// The round in draft or voting that this one replaces.
  public var replaces: RoundID?
  /// The round's ceiling, which only the creator may set; nil if the attendees' preferences determine it.
  public var ceilingOverride: ContentRating?
  /// Whether `movies` may include movies on the watched list. Movies on that list are never promoted.
  public var allowWatched: Bool

  public init(
    attendees: Attendees = .everyone, movies: [Movie] = [], promotion: Promotion? = nil, found: [ScoredMovie] = [],
    opensVoting: Bool = false, replaces: RoundID? = nil, ceilingOverride: ContentRating? = nil,
    allowWatched: Bool = false
  ) {
    self.attendees = attendees
    self.movies = movies
    self.promotion = promotion
    self.found = found
    self.opensVoting = opensVoting
    self.replaces = replaces
    self.ceilingOverride = ceilingOverride
    self.allowWatched = allowWatched
  }
}

struct RoundContext {
  let household: HouseholdState
  /// The household's library, if `RoundCommand.readsLibrary` is true; nil for all other commands.
  let library: LibraryState?
  /// The sender, or the managed member they act for.
  let actor: MemberID

  func requireLibrary() -> LibraryState {
    guard let library else { preconditionFailure("a command looks at the library and does not say so") }
    return library
  }

  var isCreator: Bool { household.creator == actor }
}
