import Commands
import Domain

/// The round commands, by the names of their cases. `RuleModel` and the tables of rules and permissions have each of
/// them, and the page of permissions has each declared method.
enum CommandName: String, CaseIterable {
  case start, suggest, unsuggest, setAttendees, overrideCeiling, openVoting, propose, withdraw, vote, retract
  case doneVoting, closeVoting, pick, markWatched, rate, closeRatings, discard

  init(_ command: RoundCommand) {
    let name = Mirror(reflecting: command).children.first?.label ?? "\(command)"
    guard let known = Self(rawValue: name) else { preconditionFailure("CommandName lacks \(name)") }
    self = known
  }

  /// The name of the method that sends this command.
  var method: String {
    if self == .retract { return "rounds.vote" }
    return "rounds." + rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
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
