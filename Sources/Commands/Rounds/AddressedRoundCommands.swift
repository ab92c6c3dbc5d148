import Domain
import EventStore

extension RoundCommand {
  package func addressed(to id: RoundID, of household: HouseholdID) -> any AddressedCommand {
    AddressedRoundCommand(id: id, household: household, command: self)
  }
}

extension RoundImported {
  /// Returns the command that imports the round. Only an administrator may send it.
  package func addressed(to id: RoundID, of household: HouseholdID) -> any AddressedCommand {
    RoundImport(id: id, household: household, imported: self)
  }
}

private struct AddressedRoundCommand: AddressedCommand {
  let id: RoundID
  let household: HouseholdID
  let command: RoundCommand

  var stream: StreamID { .round(id) }

  func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] {
    guard case .start(let start) = command else { return [stream] }
    var deadlineStreams: [StreamID] = []
    if let active = try states.household(household).activeRound { deadlineStreams.append(.round(active)) }
    if let replaced = start.replaces, try states.round(replaced).household == household {
      deadlineStreams.append(.round(replaced))
    }
    return deadlineStreams
  }

  /// The library, if the command reads it or the command or a deadline may add a movie to it, and the replaced round.
  func needed(in states: States) throws(NotLoaded) -> [StreamID] {
    let replaced: RoundID? = if case .start(let start) = command { start.replaces } else { nil }
    let mayBeWatched = try states.round(id).status == .selected
    return (command.readsLibrary || mayBeWatched ? [.library(household)] : []) + (replaced.map { [.round($0)] } ?? [])
  }

  func decide(on basis: Basis) throws -> Decision {
    let states = basis.states
    let household = try states.household(household)
    let actor = try basis.actor(in: household, allowed: command.canBeSentForManaged)
    let library = command.readsLibrary ? try states.library(household.id) : nil
    let context = RoundContext(household: household, library: library, actor: actor)
    let round = try states.round(id)
    if case .start(let start) = command {
      try basis.check(revision: household.revision)
      let active = try household.activeRound.map { try states.round($0) }
      let replaced = try start.replaces.map { try states.round($0) }
      return try round.start(start, in: context, active: active, replaced: replaced)
    }
    // The decider refuses a round that is unknown or belongs to another household, so its revision is not checked.
    if round.household == household.id { try basis.check(revision: round.revision) }
    return try round.decide(command, in: context)
  }
}

private struct RoundImport: AddressedCommand {
  let id: RoundID
  let household: HouseholdID
  let imported: RoundImported

  var stream: StreamID { .round(id) }

  func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] {
    try states.household(household).activeRound.map { [.round($0)] } ?? []
  }

  func needed(in states: States) throws(NotLoaded) -> [StreamID] { [.library(household)] }

  func decide(on basis: Basis) throws -> Decision {
    let round = try basis.states.round(id)
    try basis.check(revision: round.revision)
    return try round.decideImport(imported, by: basis.sender, in: try basis.states.household(household))
  }
}
