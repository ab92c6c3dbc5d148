import Console
import MovieNightKit

struct Advice: Equatable {
  let line: String
  let meaning: String

  /// Returns the commands that `member` can use now, most likely first. The server may still refuse one because of its
  /// movie. `children` are the member's children, and `last` is the newest round.
  static func now(
    _ tonight: ActiveRounds, for member: ActingMember, children: [Member] = [], after last: Round? = nil
  ) -> [Advice] {
    let suffix = member.childName.map { " --as \(shellWord($0))" } ?? ""
    func can(_ command: String, _ meaning: String) -> Advice {
      Advice(line: "movienight \(command)\(suffix)", meaning: meaning)
    }
    var advice: [Advice] = []
    if let round = tonight.round {
      advice += round.isDraft ? draft(round, member, can) : voting(round, member, can)
      for child in children where round.isVotingOpen && round.isAttendee(child.id) && !round.hasVoted(child.id) {
        let line = "movienight vote MOVIE up --as \(shellWord(child.displayName))"
        advice.append(Advice(line: line, meaning: "vote for \(child.displayName)"))
      }
      if member.manages(round) {
        advice.append(can("discard", "end the round with no pick"))
      }
    } else {
      if let last, last.status == .expired, last.suggestions.count(where: { !$0.watched }) >= 2 {
        advice.append(can("start --again", "start again with the same movies"))
      }
      advice.append(can("start MOVIE MOVIE...", "start a round with these movies"))
      advice.append(can("start --watchlist", "start one with the newest movies of the watchlist"))
    }
    for night in tonight.awaiting {
      let name = tonight.awaiting.count == 1 ? "" : " \(shellWord(shortTitle(of: night, among: tonight.awaiting)))"
      advice += waiting(night, name, member, can)
      for child in children where night.waitingFor.contains(child.id) {
        let line = "movienight rate\(name) loved --as \(shellWord(child.displayName))"
        advice.append(Advice(line: line, meaning: "rate it for \(child.displayName)"))
      }
    }
    return advice
  }

  private typealias MakeAdvice = (_ command: String, _ meaning: String) -> Advice

  private static func draft(_ round: Round, _ member: ActingMember, _ can: MakeAdvice) -> [Advice] {
    guard member.manages(round) else { return [] }
    var advice = [can("propose MOVIE", "add a movie to the draft")]
    if !round.suggestions.isEmpty { advice.append(can("unsuggest MOVIE", "take a movie out of it")) }
    if round.suggestions.count >= 2 { advice.append(can("open", "let everyone vote")) }
    return advice
  }

  private static func voting(_ round: Round, _ member: ActingMember, _ can: MakeAdvice) -> [Advice] {
    var advice: [Advice] = []
    if round.isVotingOpen, round.isAttendee(member.id) {
      advice.append(can("vote MOVIE up|down", "a movie by its number, its id or its title"))
      advice.append(can("propose MOVIE", "add a movie of your own"))
      if round.suggestions.contains(where: { $0.proposedBy == member.id }) {
        advice.append(can("withdraw MOVIE", "take back a movie of your own"))
      }
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

  /// Returns the advice about a night that waits to be watched or rated. `name` names it in a command, after a space.
  private static func waiting(
    _ night: AwaitingSession, _ name: String, _ member: ActingMember, _ can: MakeAdvice
  ) -> [Advice] {
    var advice: [Advice] = []
    if !night.isWatched { advice.append(can("watched mark\(name)", "mark \(night.title) as watched")) }
    if night.waitingFor.contains(member.id) {
      advice.append(can("rate\(name) loved", "rate it loved, liked or did_not_like"))
    }
    if night.isWatched, member.isCreator {
      advice.append(can("close ratings\(name)", "close the ratings of \(night.title)"))
    }
    return advice
  }

  /// Returns the title or, if it is long, a beginning of it that names no other night, so that the line fits a narrow
  /// terminal.
  private static func shortTitle(of night: AwaitingSession, among nights: [AwaitingSession]) -> String {
    var words = night.title.split(separator: " ")
    while displayColumns(words.joined(separator: " ")) > 20, words.count > 1,
      prefixMatches(by: words.dropLast().joined(separator: " "), among: nights, called: \.title) == [night]
    {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }
}
