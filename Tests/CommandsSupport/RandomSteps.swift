import Commands
import Domain
import MovieNightPrimitives
import TestSupport

/// One step of a random sequence. Its references are relative, so that it stays meaningful when the sequence is shrunk.
struct Step: CustomStringConvertible {
  var jump: Jump
  var sender: MemberID
  var actingAs: MemberID?
  /// The round that the step is about. 0 is the most recently started round, 1 the round before that.
  var roundsBack: Int
  var action: Action

  enum Action {
    case command(RoundCommand)
    /// A `start` that replaces the active round, or the step's round if `roundsBack` is not 0.
    case startReplacing(StartRound)
    /// A child of Ann joins.
    case newChild
  }

  enum Jump {
    case no
    case microseconds(Int64)
    /// Moves the time to this many microseconds after the deadline of the step's round.
    case deadline(Int64)
  }

  var description: String {
    let who = "\(sender.low)" + (actingAs.map { " for \($0.low)" } ?? "")
    return "\(jump): \(who) to the round \(roundsBack) back: \(action)"
  }
}

extension Step.Jump: CustomStringConvertible {
  var description: String {
    switch self {
    case .no: "at once"
    case .microseconds(let count): "\(count) µs later"
    case .deadline(let offset): "at the deadline \(offset < 0 ? "" : "+")\(offset) µs"
    }
  }
}

extension Step.Action: CustomStringConvertible {
  var description: String {
    switch self {
    case .newChild: "newChild"
    case .startReplacing(let start): "startReplacing \(Self.text(start))"
    case .command(.start(let start)): "start \(Self.text(start))"
    case .command(.suggest(let movies, let allow, _)): "suggest \(movies.map(\.tmdbMovieID)) allowWatched: \(allow)"
    case .command(.propose(let movie, let allow)): "propose \(movie.tmdbMovieID) allowWatched: \(allow)"
    case .command(.setAttendees(let attendees)): "setAttendees \(Self.text(attendees))"
    case .command(let command): "\(command)"
    }
  }

  private static func text(_ start: StartRound) -> String {
    """
    attendees: \(text(start.attendees)) movies: \(start.movies.map(\.tmdbMovieID)) opensVoting: \(start.opensVoting) \
    ceilingOverride: \(start.ceilingOverride?.rawValue ?? "no") allowWatched: \(start.allowWatched)
    """
  }

  private static func text(_ attendees: Attendees) -> String {
    guard case .fixed(let ids) = attendees else { return "everyone" }
    return "\(ids.map(\.low))"
  }
}

/// Generates sequences that make progress, because most commands suit the state that the model is in.
struct StepGenerator {
  private var random: SeededGenerator
  /// Whether the sequence proposes often. Without such sequences, the proposal limits would rarely be reached.
  private var proposesMuch = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func sequence() -> [Step] {
    var steps: [Step] = []
    var run = SequenceRun()
    proposesMuch = one(in: 5)
    for _ in 0..<chance(20...60) {
      let step = next(run.model)
      run.applyToModel(step)
      steps.append(step)
    }
    return steps
  }

  private mutating func next(_ model: RuleModel) -> Step {
    let roundsBack = one(in: 5) ? chance(0...3) : 0
    let index = model.rounds.count - 1 - roundsBack
    let round = model.rounds.indices.contains(index) ? model.rounds[index] : nil
    var step = Step(
      jump: jump(), sender: pick(Cast.independent), roundsBack: roundsBack, action: action(for: round, model))
    if one(in: 25) { step.sender = pick([Cast.nonMember, Cast.child]) }
    if one(in: 3) { step.sender = Cast.creator }
    if one(in: 5) {
      let child = pick(model.parents.keys.sorted())
      step.actingAs = child
      if !one(in: 8) { step.sender = model.parents[child] ?? Cast.ann }
    }
    // Only the proposer and the creator may withdraw, and both are seldom chosen by chance.
    if case .command(.withdraw(let movie, _)) = step.action, let proposer = round?.proposers[movie], !one(in: 3) {
      let parent = model.parents[proposer]
      (step.sender, step.actingAs) = (parent ?? proposer, parent == nil ? nil : proposer)
    }
    return step
  }

  private mutating func jump() -> Step.Jump {
    switch chance(0...11) {
    case 0: .deadline(pick([-1, 0, 1]))
    case 1: .microseconds(Int64(chance(1...100)) * 3_600_000_000)
    case 2...5: .microseconds(Int64(chance(1...5)))
    default: .no
    }
  }

  private mutating func action(for round: RuleModel.Round?, _ model: RuleModel) -> Step.Action {
    if one(in: 60), model.members.count < 8 { return .newChild }
    let anything = CommandName.allCases
    let names: [CommandName] =
      switch round?.phase {
      case _ where one(in: 6): anything
      case nil, .rated, .expired: [.start]
      case .draft: [.suggest, .suggest, .unsuggest, .setAttendees, .overrideCeiling, .openVoting, .openVoting]
      case .open where proposesMuch && !one(in: 4): [.propose]
      case .open:
        [
          .propose, .propose, .withdraw, .withdraw, .vote, .vote, .vote, .vote, .vote, .retract, .doneVoting,
          .doneVoting,
        ]
          + [.setAttendees, one(in: 3) ? .closeVoting : .vote, one(in: 3) ? .pick : .vote]
      case .closed: [.pick, .pick, .discard, .vote]
      case .selected: [.rate, .rate, .rate, .markWatched, one(in: 4) ? .discard : .rate]
      case .watched: [.rate, .rate, .rate, .rate, .closeRatings]
      }
    let command = command(pick(names), round, model)
    if case .start(let start) = command, one(in: 2) { return .startReplacing(start) }
    return .command(command)
  }

  private mutating func command(_ name: CommandName, _ round: RuleModel.Round?, _ model: RuleModel) -> RoundCommand {
    let known = round.map { $0.movies.keys.sorted() } ?? []
    let movie = known.isEmpty || one(in: 8) ? chance(1...16) : pick(known)
    switch name {
    case .start:
      return .start(
        StartRound(
          attendees: attendees(model), movies: (0..<chance(0...4)).map { _ in Cast.movie(chance(1...16)) },
          opensVoting: one(in: 3), ceilingOverride: one(in: 6) ? pick(ContentRating.allCases) : nil,
          allowWatched: one(in: 2)))
    case .suggest:
      let count = one(in: 6) ? 11 : chance(0...3)
      let first = chance(1...16)
      return .suggest((0..<count).map { Cast.movie(first + $0) }, allowWatched: one(in: 2))
    case .unsuggest: return .unsuggest(movie)
    case .setAttendees: return .setAttendees(attendees(model))
    case .overrideCeiling: return .overrideCeiling(pick(ContentRating.allCases))
    case .propose: return .propose(Cast.movie(chance(1...20)), allowWatched: one(in: 2))
    case .withdraw:
      // Withdrawing a movie with votes needs confirmation, and few proposals get votes by chance.
      let proposals = round.map { $0.proposers.keys.sorted() } ?? []
      let voted =
        round.map { round in proposals.filter { movie in round.ballots.keys.contains { $0.movie == movie } } } ?? []
      let candidates = voted.isEmpty || one(in: 3) ? proposals : voted
      return .withdraw(candidates.isEmpty || one(in: 6) ? movie : pick(candidates), confirm: one(in: 2))
    case .vote: return .vote(movie, pick(Vote.allCases))
    case .retract: return .retract(movie)
    case .pick: return .pick(movie)
    case .rate: return .rate(pick(Rating.allCases))
    default: return name.example
    }
  }

  private mutating func attendees(_ model: RuleModel) -> Attendees {
    if one(in: 3) { return .everyone }
    var ids = model.members.sorted().filter { _ in one(in: 2) }
    if one(in: 12) { ids.append(Cast.nonMember) }
    return .fixed(ids)
  }

  private mutating func chance(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func one(in count: Int) -> Bool { chance(1...count) == 1 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[chance(0...elements.count - 1)] }
}
