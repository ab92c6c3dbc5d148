import Domain
import EventStore
import MovieNightPrimitives

@testable import Commands
@testable import CommandsSupport

/// The invariants of every household after every command, independent of the deciders.
enum HouseholdInvariants {
  /// Returns the first violation, or nil if every invariant holds.
  static func problem(in night: Night, since before: Night) -> String? {
    problem(of: night.household) ?? problem(of: night.library, since: before, at: night.now) ?? problem(
      of: night.rounds, in: night)
      ?? problemOfFinalRounds(night, before) ?? problemOfClosing(night) ?? problemOfTexts(night, since: before)
  }

  private static func problem(of household: HouseholdState) -> String? {
    let members = household.members
    let independent = members.filter { $0.type == .independent }.map(\.id)
    if members.count > 8 { return "\(members.count) members" }
    if Set(members.map(\.id)).count != members.count { return "a member twice" }
    if !independent.isEmpty, independent.count(where: { $0 == household.creator }) != 1 {
      return "not one independent member is the creator"
    }
    for member in members where member.type == .managed && !independent.isEmpty {
      guard let parent = member.parent, independent.contains(parent) else { return "a child without a parent" }
    }
    if members.contains(where: { $0.type == .independent && $0.parent != nil }) { return "an adult with a parent" }
    for token in household.access.tokens where token.revokedAt == nil && !independent.contains(token.memberID) {
      return "a token of someone who may not have one works"
    }
    for member in independent where household.access.liveTokens(of: member).count > 50 { return "too many tokens" }
    if !household.preferences.keys.allSatisfy({ household.member($0) != nil }) { return "preferences of a gone member" }
    return nil
  }

  private static func problem(of library: LibraryState, since before: Night, at now: Timestamp) -> String? {
    let listed = library.watchlist.map(\.movie.tmdbMovieID)
    if listed.count > 50 { return "\(listed.count) movies on the watchlist" }
    if Set(listed).count != listed.count { return "a movie twice on the watchlist" }
    if listed.contains(where: library.hasWatched) { return "a movie on the watchlist and on the watched list" }
    let times = library.watchlist.map(\.addedAt)
    if times != times.sorted() { return "the watchlist is not in the order of adding" }
    for (movie, how) in before.library.watched where library.watched[movie] == nil {
      guard case .direct(_, let undo) = how else { return "what a round watched was undone" }
      guard let undo, now < undo.markedAt.advanced(bySeconds: 24 * Timestamp.secondsPerHour) else {
        return "undone too late"
      }
      if let entry = undo.entry, !library.watchlist.contains(entry) { return "undone, and not put back" }
    }
    return nil
  }

  private static func problem(of rounds: [RoundID: RoundState], in night: Night) -> String? {
    let active = rounds.values.filter { $0.status?.isActive == true }.map(\.id)
    if active.count > 1 { return "two active rounds" }
    if night.household.activeRound != active.first { return "the household has another active round" }
    let awaited = rounds.values.filter { $0.status == .selected || $0.status == .watched }.map(\.id)
    if night.household.awaitedRounds.sorted() != awaited.sorted() { return "the household awaits other rounds" }
    for round in rounds.values {
      if let problem = problem(of: round, in: night) { return "round \(round.id.low): \(problem)" }
    }
    return nil
  }

  private static func problem(of round: RoundState, in night: Night) -> String? {
    let members = Set(night.household.members.map(\.id))
    let attendees = round.attendeeIDs(in: night.household)
    let promoted = round.movies.count { $0.source == .watchlist }
    let proposed = round.movies.compactMap(\.proposedBy)
    if round.movies.count > 12 { return "\(round.movies.count) movies" }
    if promoted > 4 || !proposed.isEmpty && promoted + proposed.count > 4 { return "too many proposals" }
    if proposed.contains(where: { member in proposed.count { $0 == member } > 2 }) { return "a member proposed three" }
    switch round.status {
    case .draft, .voting:
      if !members.isSuperset(of: attendees) { return "a gone member attends" }
      if !round.movies.allSatisfy({ Set(attendees).isSuperset(of: $0.votes.keys) }) { return "a vote from outside" }
      if !round.done.allSatisfy(round.hasVotes) { return "done without a vote" }
      let everybodyIsDone = !attendees.isEmpty && attendees.allSatisfy(round.done.contains)
      if round.status == .voting, !round.votingIsClosed, everybodyIsDone { return "everybody is done, and it goes on" }
    case .watched where !night.hasImported(round.id):
      if !attendees.contains(where: { members.contains($0) && round.ratings[$0] == nil }) {
        return "nobody is waited for, and it goes on"
      }
    case .selected, .watched, .rated, .expired, nil: break
    }
    return nil
  }

  private static func problemOfFinalRounds(_ night: Night, _ before: Night) -> String? {
    for (id, old) in before.rounds where old.status?.isFinal == true && night.round(id) != old {
      return "a final round changed"
    }
    for (id, old) in before.rounds where old.pick != nil && night.round(id).pick != old.pick { return "another pick" }
    for (id, old) in before.rounds where old.pick != nil && night.round(id).attendees != old.attendees {
      return "the attendees changed after the pick"
    }
    return nil
  }

  /// The household closes once, when its last independent member leaves, and no member joins after that.
  private static func problemOfClosing(_ night: Night) -> String? {
    let closings = night.log.count { $0.event.isClosing }
    let isEmpty = !night.household.members.contains { $0.type == .independent }
    return closings == (isEmpty ? 1 : 0) ? nil : "closed \(closings) times, independent members left: \(!isEmpty)"
  }

  /// An erased member has no text and is not in the household. Every other member has one.
  private static func problemOfTexts(_ night: Night, since before: Night) -> String? {
    if night.household == before.household, night.texts == before.texts { return nil }
    if Set(night.texts.keys) != Set(night.household.namedTexts) { return "texts that no event names, or the reverse" }
    let joined = Set(night.log.compactMap(\.joined))
    let erasures = night.log.compactMap(\.erased)
    let erased = Set(erasures)
    if erased.count != erasures.count { return "somebody was erased twice" }
    if night.household.members.contains(where: { erased.contains($0.id) }) { return "an erased member is there" }
    for text in night.texts.values {
      if let subject = text.subject, erased.contains(MemberID(subject)) { return "a text of an erased member" }
    }
    if joined.contains(where: { (night.texts[TextID($0)] == nil) != erased.contains($0) }) {
      return "a profile without its member's erasure, or an erasure without the profile's"
    }
    let hasName = night.texts[TextID(Cast.household)] != nil
    if hasName == (night.household.isClosed && erased == joined) { return "the household's name: \(hasName)" }
    let storeChanges = night.log.dropFirst(before.log.count)
    let closesByErasure = storeChanges.contains { $0.event.isClosing } && storeChanges.contains { $0.erased != nil }
    return closesByErasure && !night.texts.isEmpty ? "an erasure closed the household, and texts are left" : nil
  }
}

extension Event {
  fileprivate var isClosing: Bool {
    if case HouseholdEvent.closed? = domainEvent as? HouseholdEvent { true } else { false }
  }
}

extension Night.LogEntry {
  fileprivate var joined: MemberID? {
    if case HouseholdEvent.memberJoined(let joined)? = event.domainEvent as? HouseholdEvent {
      joined.memberID
    } else {
      nil
    }
  }

  fileprivate var erased: MemberID? {
    if case HouseholdEvent.memberErased(let erased)? = event.domainEvent as? HouseholdEvent {
      erased.memberID
    } else {
      nil
    }
  }
}

extension Night {
  /// Whether the round was imported. Such a round keeps its status even if no member is awaited any more.
  fileprivate func hasImported(_ round: RoundID) -> Bool {
    log.contains { entry in
      guard entry.stream == .round(round), case RoundEvent.imported? = entry.event.domainEvent as? RoundEvent
      else {
        return false
      }
      return true
    }
  }
}
