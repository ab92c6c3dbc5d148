import Commands
import Domain
import MovieNightPrimitives

/// A second implementation of the rules for rounds. It reads senders and states from the table in `docs/rules.md`; the
/// rest is written from that document and not from the deciders. It has no events and no order of checks, so a refusal
/// may give any of the reasons that apply.
struct RuleModel {
  enum Phase: String {
    case draft, open, closed, selected, watched, rated, expired

    var stage: Stage { Stage(rawValue: rawValue) ?? .none }
  }

  struct Ballot: Hashable {
    let member: MemberID
    let movie: Int
  }

  struct Round {
    var phase = Phase.draft
    let starter: MemberID
    /// The fixed attendees; nil for everyone.
    var fixed: Set<MemberID>?
    /// The positions of the movies, by movie id.
    var movies: [Int: Int] = [:]
    var proposers: [Int: MemberID] = [:]
    var ballots: [Ballot: Vote] = [:]
    var done: Set<MemberID> = []
    var override: ContentRating?
    var pick: Int?
    var ratings: [MemberID: Rating] = [:]
    var positionsGiven = 0
    /// The times in microseconds of the last event of a draft or voting, of the pick, and of the watching.
    var (touched, picked, watched): (Int64, Int64, Int64)

    var isActive: Bool { phase == .draft || phase == .open || phase == .closed }
  }

  enum Verdict: Equatable {
    case changed, unchanged
    case refused(Set<String>)
  }

  var members: Set<MemberID> = []
  var parents: [MemberID: MemberID] = [:]
  var seen: Set<Int> = []
  var rounds: [Round] = []

  // MARK: Passage of time

  private static let hour: Int64 = 3_600_000_000

  static func due(_ round: Round) -> Int64? {
    switch round.phase {
    case .draft, .open, .closed: round.touched + 72 * hour
    case .selected: round.picked + 30 * 24 * hour
    case .watched: round.watched + 14 * 24 * hour
    case .rated, .expired: nil
    }
  }

  mutating func pass(to now: Int64) {
    for index in rounds.indices {
      while let due = Self.due(rounds[index]), due <= now {
        switch rounds[index].phase {
        case .selected where !rounds[index].ratings.isEmpty: becomeWatched(index, at: due)
        case .watched: rounds[index].phase = .rated
        default: end(index)
        }
      }
    }
  }

  private mutating func end(_ index: Int) {
    rounds[index].fixed = attendees(rounds[index])
    rounds[index].phase = .expired
  }

  private mutating func becomeWatched(_ index: Int, at time: Int64) {
    rounds[index].phase = .watched
    rounds[index].watched = time
    if let pick = rounds[index].pick { seen.insert(pick) }
    rateIfComplete(index)
  }

  private mutating func rateIfComplete(_ index: Int) {
    guard rounds[index].phase == .watched else { return }
    if attendees(rounds[index]).subtracting(rounds[index].ratings.keys).isEmpty { rounds[index].phase = .rated }
  }

  private mutating func closeIfAllDone(_ index: Int) {
    let attendees = attendees(rounds[index])
    guard rounds[index].phase == .open, attendees.isSubset(of: rounds[index].done) else { return }
    rounds[index].phase = .closed
    rounds[index].fixed = attendees
  }

  /// Removes members without a vote from `done`, because a member is no longer done after retracting the last vote.
  private mutating func removeDoneWithoutVotes(_ index: Int) {
    rounds[index].done.formIntersection(rounds[index].ballots.keys.map(\.member))
  }

  // MARK: Refusals

  private func attendees(_ round: Round) -> Set<MemberID> { round.fixed ?? members }

  /// Sends a command. `index` is an index into `rounds` and may be out of bounds.
  mutating func send(
    _ command: RoundCommand, to index: Int, by sender: MemberID, as actingAs: MemberID?, at now: Int64
  ) -> Verdict {
    pass(to: now)
    guard members.contains(sender), parents[sender] == nil else { return .refused(["not_authenticated"]) }
    let name = CommandName(command)
    if let actingAs, actingAs != sender {
      guard parents[actingAs] == sender, RoundRule.isForManaged(name) else { return .refused(["cannot_act_as"]) }
    }
    let actor = actingAs ?? sender
    if case .start(let start) = command { return self.start(start, actor, now) }
    guard rounds.indices.contains(index) else { return .refused(["unknown_round"]) }
    if let reason = forbidden(name, command, actor, rounds[index]) ?? wrongState(name, rounds[index].phase) {
      return .refused([reason])
    }
    return carryOut(command, on: index, actor, now)
  }

  private func forbidden(_ name: CommandName, _ command: RoundCommand, _ actor: MemberID, _ round: Round) -> String? {
    let isCreator = actor == Cast.creator
    switch RoundRule.of(name, in: round.phase.stage).sender {
    case .anyMember: return nil
    case .creator: return isCreator ? nil : "creator_only"
    case .starterOrCreator: return isCreator || actor == round.starter ? nil : "starter_or_creator_only"
    case .attendee: return attendees(round).contains(actor) ? nil : "not_an_attendee"
    case .proposerOrCreator:
      guard case .withdraw(let movie, _) = command, let proposer = round.proposers[movie] else { return nil }
      return isCreator || actor == proposer ? nil : "proposer_or_creator_only"
    }
  }

  private func wrongState(_ name: CommandName, _ phase: Phase) -> String? {
    let allowed = RoundRule.stages(allowing: name)
    if allowed.contains(phase.stage) { return nil }
    return phase == .closed && allowed.contains(.open) ? "voting_closed" : "wrong_state"
  }

  /// Returns the reasons for refusing these attendees.
  private func objections(to wanted: Attendees) -> Set<String> {
    guard case .fixed(let ids) = wanted else { return members.count < 2 ? ["too_few_attendees"] : [] }
    var reasons: Set<String> = []
    if !Set(ids).isSubset(of: members) { reasons.insert("not_members") }
    if Set(ids).count < 2 { reasons.insert("too_few_attendees") }
    return reasons
  }

  private func objections(to movie: Movie, in round: Round, allowWatched: Bool) -> Set<String> {
    var reasons: Set<String> = []
    if round.movies[movie.tmdbMovieID] != nil { reasons.insert("already_in_round") }
    if round.movies.count >= 12 { reasons.insert("round_full") }
    if seen.contains(movie.tmdbMovieID), !allowWatched { reasons.insert("already_watched") }
    if isOverCeiling(movie.contentRating, round) { reasons.insert("over_ceiling") }
    return reasons
  }

  private func isOverCeiling(_ rating: String?, _ round: Round) -> Bool {
    let order = ["G", "PG", "PG-13", "R", "NC-17"]
    let hasChild = attendees(round).contains { parents[$0] != nil }
    let ceiling = round.override?.rawValue ?? (hasChild ? "PG" : "PG-13")
    guard let rating, let rank = order.firstIndex(of: rating) else {
      return round.override == nil && ceiling != "R"
    }
    return rank > order.firstIndex(of: ceiling) ?? 0
  }

  // MARK: Effects of commands

  private mutating func start(_ start: StartRound, _ actor: MemberID, _ now: Int64) -> Verdict {
    var reasons = objections(to: start.attendees)
    let active = rounds.indices.first { rounds[$0].isActive }
    if let active {
      let mayDiscard = actor == Cast.creator || actor == rounds[active].starter
      if start.replaces != Cast.round(active + 1) || !mayDiscard { reasons.insert("active_round_exists") }
    }
    if let replaced = start.replaces {
      let index = rounds.indices.first { Cast.round($0 + 1) == replaced }
      if index.map({ rounds[$0].isActive }) != true { reasons.insert(index == nil ? "unknown_round" : "wrong_state") }
    }
    if start.ceilingOverride != nil, actor != Cast.creator { reasons.insert("creator_only") }
    var round = Round(starter: actor, fixed: Self.set(start.attendees), touched: now, picked: 0, watched: 0)
    round.override = start.ceilingOverride
    reasons.formUnion(add(start.movies, to: &round, allowWatched: start.allowWatched))
    if start.opensVoting {
      if start.movies.count < 2 { reasons.insert("too_few_suggestions") }
      round.phase = .open
    }
    guard reasons.isEmpty else { return .refused(reasons) }
    if let active { end(active) }
    rounds.append(round)
    return .changed
  }

  private static func set(_ attendees: Attendees) -> Set<MemberID>? {
    if case .fixed(let ids) = attendees { return Set(ids) }
    return nil
  }

  private func add(_ movies: [Movie], to round: inout Round, allowWatched: Bool) -> Set<String> {
    var reasons: Set<String> = []
    for movie in movies {
      reasons.formUnion(objections(to: movie, in: round, allowWatched: allowWatched))
      round.positionsGiven += 1
      round.movies[movie.tmdbMovieID] = round.positionsGiven
    }
    return reasons
  }

  private mutating func carryOut(_ command: RoundCommand, on index: Int, _ actor: MemberID, _ now: Int64) -> Verdict {
    var round = rounds[index]
    let reasons = change(&round, command, actor, now)
    guard reasons.isEmpty else { return .refused(reasons) }
    if isSame(round, rounds[index]) { return .unchanged }
    round.touched = now
    rounds[index] = round
    switch command {
    case .withdraw, .retract, .setAttendees: removeDoneWithoutVotes(index)
    case .rate: rateIfComplete(index)
    case .markWatched: becomeWatched(index, at: now)
    default: break
    }
    closeIfAllDone(index)
    return .changed
  }

  private func isSame(_ one: Round, _ other: Round) -> Bool {
    one.phase == other.phase && one.fixed == other.fixed && one.movies == other.movies
      && one.ballots == other.ballots && one.done == other.done && one.override == other.override
      && one.ratings == other.ratings
  }

  private func change(_ round: inout Round, _ command: RoundCommand, _ actor: MemberID, _ now: Int64) -> Set<String> {
    switch command {
    case .start: return []
    case .suggest(let movies, let allowWatched, _): return add(movies, to: &round, allowWatched: allowWatched)
    case .unsuggest(let movie): return round.movies.removeValue(forKey: movie) == nil ? ["not_in_round"] : []
    case .setAttendees(let wanted):
      round.fixed = Self.set(wanted)
      if let ids = round.fixed { round.ballots = round.ballots.filter { ids.contains($0.key.member) } }
      return objections(to: wanted)
    case .overrideCeiling(let ceiling): round.override = ceiling
    case .openVoting:
      round.phase = .open
      return round.movies.count < 2 ? ["too_few_suggestions"] : []
    case .propose(let movie, let allowWatched): return propose(movie, allowWatched, &round, actor)
    case .withdraw(let movie, let confirm): return withdraw(movie, confirm, &round)
    case .vote(let movie, let vote):
      guard round.movies[movie] != nil else { return ["not_in_round"] }
      round.ballots[Ballot(member: actor, movie: movie)] = vote
    case .retract(let movie):
      guard round.movies[movie] != nil else { return ["not_in_round"] }
      return round.ballots.removeValue(forKey: Ballot(member: actor, movie: movie)) == nil ? ["no_vote"] : []
    case .doneVoting:
      round.done.insert(actor)
      return round.ballots.keys.contains { $0.member == actor } ? [] : ["nothing_voted"]
    case .closeVoting:
      round.phase = .closed
      round.fixed = attendees(round)
    case .pick(let movie):
      guard round.movies[movie] != nil else { return ["not_in_round"] }
      (round.phase, round.pick, round.picked, round.fixed) = (.selected, movie, now, attendees(round))
    case .markWatched: round.phase = .watched
    case .rate(let rating): round.ratings[actor] = rating
    case .closeRatings: round.phase = .rated
    case .discard: (round.fixed, round.phase) = (attendees(round), .expired)
    }
    return []
  }

  private func propose(_ movie: Movie, _ allowWatched: Bool, _ round: inout Round, _ actor: MemberID) -> Set<String> {
    var reasons = add([movie], to: &round, allowWatched: allowWatched)
    if round.proposers.values.filter({ $0 == actor }).count >= 2 { reasons.insert("member_proposal_limit") }
    if round.proposers.count >= 4 { reasons.insert("round_proposal_limit") }
    round.proposers[movie.tmdbMovieID] = actor
    return reasons
  }

  private func withdraw(_ movie: Int, _ confirm: Bool, _ round: inout Round) -> Set<String> {
    guard round.movies[movie] != nil else { return ["not_in_round"] }
    guard round.proposers[movie] != nil else { return ["not_a_proposal"] }
    let votes = round.ballots.filter { $0.key.movie == movie }
    if !votes.isEmpty, !confirm { return ["proposal_has_votes"] }
    for ballot in votes.keys { round.ballots[ballot] = nil }
    round.movies[movie] = nil
    round.proposers[movie] = nil
    return []
  }
}

/// The round commands, by the names of their cases. `docs/rules.md` and `docs/permissions.md` must have rows for each.
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

  /// The name in the table of `docs/rules.md`, such as `set attendees`.
  var words: String { rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) } }

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
