import Domain
import EventStore

/// A round's command, with the round and the household.
package struct AddressedRoundCommand: AddressedCommand {
  let command: RoundCommand
  let id: RoundID
  package let household: HouseholdID

  package init(_ command: RoundCommand, to id: RoundID, of household: HouseholdID) {
    self.command = command
    self.id = id
    self.household = household
  }

  package var stream: StreamID { .round(id) }

  package func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] {
    guard case .start(let start) = command else { return [stream] }
    var deadlineStreams: [StreamID] = []
    if let active = try states.household(household).activeRound { deadlineStreams.append(.round(active)) }
    if let replaced = start.replaces, try states.round(replaced).household == household {
      deadlineStreams.append(.round(replaced))
    }
    return deadlineStreams
  }

  /// The library, if the command reads it or the command or a deadline may add a movie to it, and the replaced round.
  package func needed(in states: States) throws(NotLoaded) -> [StreamID] {
    let replaced: RoundID? = if case .start(let start) = command { start.replaces } else { nil }
    let mayBeWatched = try states.round(id).status == .selected
    return (command.readsLibrary || mayBeWatched ? [.library(household)] : []) + (replaced.map { [.round($0)] } ?? [])
  }

  package func decide(on basis: Basis) throws -> Decision {
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

/// The import of a round. Only an administrator may send it.
package struct RoundImport: AddressedCommand {
  let imported: RoundImported
  let id: RoundID
  package let household: HouseholdID

  package init(_ imported: RoundImported, to id: RoundID, of household: HouseholdID) {
    self.imported = imported
    self.id = id
    self.household = household
  }

  package var stream: StreamID { .round(id) }

  package func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] {
    try states.household(household).activeRound.map { [.round($0)] } ?? []
  }

  package func needed(in states: States) throws(NotLoaded) -> [StreamID] { [.library(household)] }

  package func decide(on basis: Basis) throws -> Decision {
    let round = try basis.states.round(id)
    try basis.check(revision: round.revision)
    return try round.decideImport(imported, by: basis.sender, in: try basis.states.household(household))
  }
}
