import Console
import MovieNightKit

struct Advice: Equatable {
  let line: String
  let meaning: String

  /// Returns the commands that `member` can use now, most likely first. The server may still refuse one for its movie.
  static func now(_ tonight: ActiveRounds, for member: ActingMember) -> [Advice] {
    let suffix = member.childName.map { " --as \(shellWord($0))" } ?? ""
    func can(_ command: String, _ meaning: String) -> Advice {
      Advice(line: "movienight \(command)\(suffix)", meaning: meaning)
    }
    var advice: [Advice] = []
    if let round = tonight.round {
      advice += round.isDraft ? draft(round, member, can) : voting(round, member, can)
      if member.isCreator || round.startedBy == member.id {
        advice.append(can("discard", "end the round with no pick"))
      }
    } else {
      advice.append(can("start MOVIE MOVIE...", "start a round with these movies"))
      advice.append(can("start --watchlist", "start one with the newest movies of the watchlist"))
    }
    for night in tonight.awaiting {
      advice += waiting(night, member, can, isOnly: tonight.awaiting.count == 1)
    }
    return advice
  }

  private typealias MakeAdvice = (_ command: String, _ meaning: String) -> Advice

  private static func draft(_ round: Round, _ member: ActingMember, _ can: MakeAdvice) -> [Advice] {
    guard member.isCreator || round.startedBy == member.id else { return [] }
    let propose = can("propose MOVIE", "add a movie to the draft")
    return round.suggestions.count < 2 ? [propose] : [propose, can("open", "let everyone vote")]
  }

  private static func voting(_ round: Round, _ member: ActingMember, _ can: MakeAdvice) -> [Advice] {
    var advice: [Advice] = []
    if round.isVotingOpen, round.isAttendee(member.id) {
      advice.append(can("vote MOVIE up|down", "a movie by its number, its id or its title"))
      advice.append(can("propose MOVIE", "add a movie of your own"))
      if round.hasVoted(member.id), !round.doneVoting.contains(member.id) {
        advice.append(can("done", "finish; voting closes when all are done"))
      }
    }
    advice.append(Advice(line: "movienight results", meaning: "show the results"))
    if member.isCreator {
      if round.isVotingOpen { advice.append(can("close", "close voting")) }
      advice.append(can("pick MOVIE", "pick the movie to watch"))
    }
    return advice
  }

  private static func waiting(_ night: AwaitingSession, _ member: ActingMember, _ can: MakeAdvice, isOnly: Bool)
    -> [Advice]
  {
    let name = isOnly ? "" : " \(shellWord(night.title))"
    var advice: [Advice] = []
    if !night.isWatched { advice.append(can("watched mark\(name)", "mark \(night.title) as watched")) }
    if night.waitingFor.contains(member.id) {
      advice.append(can("rate\(name) loved|liked|did_not_like", "rate \(night.title)"))
    }
    if night.isWatched, member.isCreator {
      advice.append(can("close ratings\(name)", "close the ratings of \(night.title)"))
    }
    return advice
  }
}
