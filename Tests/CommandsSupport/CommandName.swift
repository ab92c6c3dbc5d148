import Commands
import Domain

/// The names of the round commands. A new command does not compile until `init` has a name for it, and the table tests
/// fail until their tables contain that name.
enum CommandName: String, CaseIterable {
  case start, suggest, unsuggest, setAttendees, overrideCeiling, openVoting, propose, withdraw, vote, retract
  case doneVoting, closeVoting, pick, markWatched, rate, closeRatings, discard

  init(_ command: RoundCommand) {
    self =
      switch command {
      case .start: .start
      case .suggest: .suggest
      case .unsuggest: .unsuggest
      case .setAttendees: .setAttendees
      case .overrideCeiling: .overrideCeiling
      case .openVoting: .openVoting
      case .propose: .propose
      case .withdraw: .withdraw
      case .vote: .vote
      case .retract: .retract
      case .doneVoting: .doneVoting
      case .closeVoting: .closeVoting
      case .pick: .pick
      case .markWatched: .markWatched
      case .rate: .rate
      case .closeRatings: .closeRatings
      case .discard: .discard
      }
  }

  /// A valid command, which can be refused only because of its sender or the state of the round.
  var example: RoundCommand {
    switch self {
    case .start: .start(StartRound(movies: Cast.movies(7...8)))
    case .suggest: .suggest([Cast.movie(4)], allowWatched: false)
    case .unsuggest: .unsuggest(1)
    case .setAttendees: .setAttendees(.fixed([Cast.creator, Cast.starter, Cast.ann]))
    case .overrideCeiling: .overrideCeiling(.r)
    case .openVoting: .openVoting
    case .propose: .propose(Cast.movie(4), allowWatched: false)
    case .withdraw: .withdraw(3, confirm: true)
    case .vote: .vote(2, .up)
    case .retract: .retract(1)
    case .doneVoting: .doneVoting
    case .closeVoting: .closeVoting
    case .pick: .pick(2)
    case .markWatched: .markWatched
    case .rate: .rate(.liked)
    case .closeRatings: .closeRatings
    case .discard: .discard
    }
  }
}
