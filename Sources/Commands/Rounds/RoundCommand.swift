import Domain
import MovieNightPrimitives

/// What can be asked of a round (`docs/rules.md`, "Rounds"); `docs/protocol` has a method for each.
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

  /// Whether it is decided on the household's library, too.
  package var looksAtLibrary: Bool {
    switch self {
    case .start, .suggest, .propose: true
    default: false
    }
  }

  /// Whether a parent may send it for a managed member.
  public var canBeSentForManaged: Bool {
    switch self {
    case .start, .suggest, .unsuggest, .setAttendees, .openVoting, .propose, .withdraw, .vote, .retract, .doneVoting,
      .markWatched, .rate, .discard:
      true
    // The creator's alone, who is never a managed member.
    case .overrideCeiling, .closeVoting, .pick, .closeRatings: false
    }
  }
}

/// Movies of the watchlist enter the round, the newest ones that may.
public struct Promotion: Equatable, Sendable {
  /// Movies that stay out.
  public var excluding: [MovieID]

  public init(excluding: [MovieID] = []) { self.excluding = excluding }
}

/// A movie that the algorithm suggests.
public struct FoundMovie: Equatable, Sendable {
  public var movie: Movie
  public var merit: SuggestionMerit

  public init(movie: Movie, merit: SuggestionMerit) {
    self.movie = movie
    self.merit = merit
  }
}

/// A round to be started. All that it asks for happens in one commit, or nothing does.
public struct StartRound: Equatable, Sendable {
  public var attendees: Attendees
  /// In the order of their positions. One that may not enter refuses the whole.
  public var movies: [Movie]
  /// Nil where the watchlist is left alone.
  public var promotion: Promotion?
  /// What the algorithm found, the best first. Those that may not enter, or for which there is no room, stay out.
  public var found: [FoundMovie]
  /// Whether it is voting from the start: then it needs 2 movies, promoted ones among them.
  public var opensVoting: Bool
  /// The round in draft or voting that this one takes the place of.
  public var replaces: RoundID?
  /// What the creator alone may set; nil where the attendees' preferences decide.
  public var ceilingOverride: ContentRating?
  /// Whether `movies` may be on the watched list. Promoted ones never are.
  public var allowWatched: Bool

  public init(
    attendees: Attendees = .everyone, movies: [Movie] = [], promotion: Promotion? = nil, found: [FoundMovie] = [],
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

/// What a decision on a round rests on beside the round itself.
struct RoundContext {
  let household: HouseholdState
  /// The household's, which a command that asks for it has to name (`RoundCommand.looksAtLibrary`); nil for all others.
  let library: LibraryState?
  /// Who acts: the sender, or the managed member they act for.
  let actor: MemberID

  func requireLibrary() -> LibraryState {
    guard let library else { preconditionFailure("a command looks at the library and does not say so") }
    return library
  }

  var isCreator: Bool { household.creator == actor }
}
