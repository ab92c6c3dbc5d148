import Domain
import EventStore
import MovieNightPrimitives

@testable import Commands
@testable import CommandsSupport

/// Plays a history to the deciders and checks the invariants after each step.
struct HistoryRun {
  private var night = Night(members: [Cast.creator, Cast.starter, Cast.ann])
  private var everyone = [Cast.creator, Cast.starter, Cast.ann]
  private var roundsStarted = 0
  private var invites = 0
  private var tokens = 0
  /// The night after each step, with the number of events that led to it.
  private var moments: [(events: Int, night: Night)] = []
  private var rows = FoldedRows()
  /// The coverage of the history: event types, refusals and special cases.
  private(set) var seen: Set<String> = []

  /// Plays the steps. Returns the first violation, or nil if every invariant held.
  static func problem(in steps: [HistoryStep], seen: inout Set<String>) -> String? {
    var run = HistoryRun()
    for (index, step) in steps.enumerated() {
      if let problem = run.play(step) { return "step \(index + 1): \(problem)" }
    }
    seen.formUnion(run.seen)
    return run.problemInReplay()
  }

  // MARK: Playing one step

  private mutating func play(_ step: HistoryStep) -> String? {
    night.wait(until: night.now.advanced(bySeconds: step.seconds))
    let before = night
    night.expireDueRounds()
    if let problem = HouseholdInvariants.problem(in: night, since: before) { return "after the clock: \(problem)" }
    for command in commands(step) {
      let before = night
      let outcome = send(command, by: step)
      note(outcome, of: step, inClosed: before.household.isClosed)
      if case .refused = outcome, night.log != before.log || !night.hasSameStates(as: before) {
        return "a refused command changed something"
      }
      if let problem = HouseholdInvariants.problem(in: night, since: before) { return problem }
    }
    moments.append((night.log.count, night))
    return rows.problem(beside: night)
  }

  private enum Command {
    case household(HouseholdCommand)
    case library(LibraryCommand)
    case round(RoundID, RoundCommand)
    case importRound(RoundID, RoundImported)
  }

  private mutating func send(_ command: Command, by step: HistoryStep) -> Night.Outcome {
    let sender = member(step.sender)
    let actingAs = step.actsForChild ? child(of: sender) : nil
    let from = Sender.member(sender, actingAs: actingAs)
    switch command {
    case .round(let id, let command): return night.send(command, to: id, by: sender, as: actingAs)
    case .library(let command): return Night.Outcome(night.send(command, by: from))
    case .importRound(let id, let imported): return Night.Outcome(night.importRound(id, imported))
    case .household(let command):
      let outcome = Night.Outcome(night.send(command, by: step.action.isAdministrators ? .administrator : from))
      guard outcome.refusal == nil else { return outcome }
      switch command {
      case .addManaged(let member), .acceptInvite(_, _, let member, _): everyone.append(member.id)
      case .createInvite: invites += 1
      default: break
      }
      return outcome
    }
  }

  private mutating func note(_ outcome: Night.Outcome, of step: HistoryStep, inClosed isClosed: Bool) {
    if let refusal = outcome.refusal { seen.insert(refusal.reason) }
    let types = outcome.types ?? []
    seen.formUnion(types)
    for type in ["MemberLeft", "HouseholdClosed"] where types.contains(type) {
      seen.formUnion(types.map { "\(type) and \($0)" })
    }
    if types == ["MemberErased"] { seen.insert("MemberErased of who had gone") }
    if isClosed, types.contains("MemberErased") { seen.insert("MemberErased in a closed household") }
    if types.count(where: { $0 == "MemberErased" }) > 1 { seen.insert("several MemberErased") }
    if types.isEmpty, outcome.refusal == nil, step.action.isAdministrators { seen.insert("nothing erased again") }
    if case .setProfile(let who, _) = step.action, outcome.refusal?.reason == "unknown_member",
      night.texts[TextID(member(who))] == nil
    {
      seen.insert("a profile of who was erased")
    }
    if night.texts.isEmpty { seen.insert("no text left") }
  }

  // MARK: Resolving a step

  private func member(_ who: HistoryStep.MemberReference) -> MemberID {
    let members = night.household.members.map(\.id)
    let among = who.ever || members.isEmpty ? everyone : members
    return among[who.number % among.count]
  }

  private func child(of member: MemberID) -> MemberID? {
    let managed = night.household.members.filter { $0.type == .managed }
    return (managed.first { $0.parent == member } ?? managed.first)?.id
  }

  private func round(back: Int) -> RoundID { Cast.round(max(1, roundsStarted - back)) }

  private func movie(at index: Int) -> MovieID {
    let movies = night.round(round(back: 0)).movies
    return movies.isEmpty ? 1 : movies[index % movies.count].movie.tmdbMovieID
  }

  private func pick(of round: RoundID) -> MovieID? { night.round(round).pick }

  private mutating func commands(_ step: HistoryStep) -> [Command] {
    if let command = householdCommand(step) { return [.household(command)] }
    let library = libraryCommands(step.action)
    if !library.isEmpty { return library.map { .library($0) } }
    if case .importRound = step.action { return [importCommand(step.action)].compactMap(\.self) }
    guard let (id, command) = roundCommand(step.action) else { return [] }
    var commands = [command]
    // A member must vote before being done.
    if command == .doneVoting { commands.insert(.vote(movie(at: 0), .up), at: 0) }
    if command == .markWatched { commands.append(.rate(.liked)) }
    return commands.map { .round(id, $0) }
  }

  private mutating func householdCommand(_ step: HistoryStep) -> HouseholdCommand? {
    let newcomer = NewMember(id: Cast.member(100 + everyone.count), displayName: "Ben", avatarKey: nil)
    func invite(_ number: Int) -> InviteID { InviteID(high: 3, low: UInt64(number % max(1, invites + 1))) }
    switch step.action {
    case .invite: return .createInvite(InviteID(high: 3, low: UInt64(invites)), digest: "digest")
    case .revokeInvite(let number): return .revokeInvite(invite(number))
    case .accept(let number): return .acceptInvite(invite(number), digest: "digest", newcomer, newToken(nil))
    case .addChild: return .addManaged(newcomer)
    case .leave: return .leave
    case .remove(let who): return .remove(member(who))
    case .erase(let who): return .erase(member(who ?? step.sender), confirmation: "DELETE")
    case .eraseAnybody(let who): return .erase(member(who), confirmation: "DELETE")
    case .issueToken(let who): return .issueToken(newToken(who.map(member)))
    case .revokeToken(let number): return .revokeToken(Cast.token(number % max(1, tokens) + 1).id)
    case .rename(let number): return .update(HouseholdUpdate(name: "Films \(number)"))
    case .setServices(let number): return .update(HouseholdUpdate(streamingServices: ["Service \(number)"]))
    case .setProfile(let who, let named):
      return .updateProfile(
        ProfileUpdate(memberID: member(who), displayName: named ? "Bob" : nil, avatarKey: named ? nil : "fox"))
    case .setHours(let hours): return .update(HouseholdUpdate(votingExpiryHours: hours))
    case .setPreferences(let who, let ceiling):
      return .setPreferences(
        member(who), Preferences(genreLikes: [1, 2], genreDislikes: [3], maxContentRating: ceiling))
    default: return nil
    }
  }

  private mutating func newToken(_ member: MemberID?) -> NewToken {
    tokens += 1
    return Cast.token(tokens, for: member)
  }

  private func libraryCommands(_ action: HistoryStep.Action) -> [LibraryCommand] {
    switch action {
    case .list(let first, let count): (first..<first + count).map { .addToWatchlist(Cast.movie($0)) }
    case .unlist(let movie): [.removeFromWatchlist(movie)]
    case .mark(let number): [.markWatched(Cast.movie(number % 3 == 0 ? pick(of: round(back: 0)) ?? number : number))]
    case .unmark(let number):
      [
        .unmarkWatched(
          number == 0
            ? pick(of: round(back: 0)) ?? 1 : night.library.watched.keys.sorted().dropFirst(number).first ?? number)
      ]
    default: []
    }
  }

  private mutating func roundCommand(_ action: HistoryStep.Action) -> (RoundID, RoundCommand)? {
    let current = round(back: 0)
    switch action {
    case .start(let attendees, let promotes, let opens, let replaces):
      roundsStarted += 1
      let first = roundsStarted * 3 % 60 + 15
      return (
        Cast.round(roundsStarted),
        .start(
          StartRound(
            attendees: attendees.map { .fixed($0.map(member)) } ?? .everyone, movies: Cast.movies(first...first + 2),
            promotion: promotes ? Promotion(excluding: [1]) : nil, opensVoting: opens,
            replaces: replaces ? night.household.activeRound : nil, allowWatched: true))
      )
    case .setAttendees(let attendees): return (current, .setAttendees(.fixed(attendees.map(member))))
    case .promote: return (current, .suggest([], allowWatched: false, promotion: Promotion()))
    case .openVoting: return (current, .openVoting)
    case .propose(let number): return (current, .propose(Cast.movie(number), allowWatched: false))
    case .vote(let index, let vote): return (current, .vote(movie(at: index), vote))
    case .doneVoting: return (current, .doneVoting)
    case .closeVoting: return (current, .closeVoting)
    case .pick(let index): return (current, .pick(movie(at: index)))
    case .markRound(let back): return (round(back: back), .markWatched)
    case .rate(let back, let rating): return (round(back: back), .rate(rating))
    case .closeRatings(let back): return (round(back: back), .closeRatings)
    case .discard(let back): return (round(back: back), .discard)
    default: return nil
    }
  }

  /// Returns the import of a round, which sometimes exists already.
  private mutating func importCommand(_ action: HistoryStep.Action) -> Command? {
    guard case .importRound(let status, let attendees, let movie, let voters, let raters) = action else { return nil }
    if movie % 5 != 0 || roundsStarted == 0 { roundsStarted += 1 }
    let longAgo = Cast.evening.advanced(bySeconds: -Int64(movie) * Timestamp.secondsPerDay)
    // Only a finished round may contain people who are not members.
    func unique(_ people: [HistoryStep.MemberReference]) -> [MemberID] {
      Set(people.map(member)).filter { !status.isActive || night.household.member($0) != nil }.sorted()
    }
    let attending = attendees.map(unique)
    let voting = unique(voters).filter { attending?.contains($0) ?? true }
    let imported = RoundImported(
      status: status, startedBy: everyone[0], createdAt: longAgo,
      attendees: attending.map { .fixed($0) } ?? (status.isActive ? .everyone : .unknown),
      movies: [
        RoundImported.ImportedMovie(
          movie: Cast.movie(movie), position: 1, source: .member,
          votes: voting.map { RoundImported.ImportedVote(memberID: $0, vote: .up, votedAt: longAgo) })
      ],
      pick: status.isActive
        ? nil : RoundImported.ImportedPick(tmdbMovieID: movie, pickedBy: everyone[0], pickedAt: longAgo),
      ratings: unique(raters).map { RoundImported.ImportedRating(memberID: $0, rating: .liked, ratedAt: longAgo) })
    return .importRound(round(back: 0), imported)
  }

  // MARK: Replay

  /// Replays the events from their bytes. After the last event of each step, the states must equal those recorded after
  /// the step.
  private func problemInReplay() -> String? {
    var replayed = Night(founding: [])
    var moments = moments[...]
    for (index, entry) in night.log.enumerated() {
      do {
        try replayed.replay(entry)
      } catch {
        return "event \(index + 1) cannot be read back: \(error)"
      }
      while let moment = moments.first, moment.events == index + 1 {
        moments.removeFirst()
        if !replayed.hasSameStates(as: moment.night) { return "replaying \(index + 1) events gives another state" }
      }
    }
    return moments.isEmpty ? nil : "moments without events"
  }
}

extension HistoryStep.Action {
  fileprivate var isAdministrators: Bool { if case .eraseAnybody = self { true } else { false } }
}

extension Night.Outcome {
  init(_ result: Result<Decision, Refusal>) {
    switch result {
    case .success(let decision): self = .recorded(decision.appends.flatMap(\.events))
    case .failure(let refusal): self = .refused(refusal)
    }
  }
}
