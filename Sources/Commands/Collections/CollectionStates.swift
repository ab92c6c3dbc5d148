import Domain
import EventStore
import MovieNightPrimitives

package final class CollectionStates: AreaStates {
  package static let textKinds = [PersonalTextKind.collectionList, .collectionNote]
  package var states: StateCache<Identifier<StreamKind>, CollectionState>

  package init(capacity: Int) { states = StateCache(capacity: capacity) }

  package func departures(of members: [MemberID], from household: HouseholdState, in states: States)
    throws(NotLoaded) -> (any DepartureEffects)?
  {
    var collections: [MemberID: CollectionState] = [:]
    for member in members where household.member(member) != nil || household.formerMembers.contains(member) {
      let collection = try states.collection(member)
      if collection.belongs(to: household.id) { collections[member] = collection }
    }
    return CollectionDepartures(collections: collections, household: household.id)
  }
}

/// Ends the collections of erased members. Leaving changes nothing: queries show only those of current members.
struct CollectionDepartures: DepartureEffects {
  var collections: [MemberID: CollectionState]
  let household: HouseholdID

  mutating func memberLeft(_ id: MemberID, from household: inout HouseholdState, at now: Timestamp) -> Decision {
    Decision()
  }

  mutating func memberErased(_ id: MemberID) -> Decision {
    guard let collection = collections.removeValue(forKey: id), collection.revision != noRevision else {
      return Decision()
    }
    return collection.erased(in: household)
  }
}

extension CollectionState {
  /// Whether the household can record events. Another one owns the stream if its members were altered before an import.
  fileprivate func belongs(to household: HouseholdID) -> Bool { self.household.map { $0 == household } ?? true }
}

extension States {
  package func collection(_ id: MemberID) throws(NotLoaded) -> CollectionState {
    try state(in: CollectionStates.self, Identifier(id))
  }
}

// MARK: - Commands

/// A command on a member's collection, with the member and the household.
package struct AddressedCollectionCommand: AddressedCommand {
  let command: CollectionCommand
  package let household: HouseholdID
  let member: MemberID

  package init(_ command: CollectionCommand, of member: MemberID, in household: HouseholdID) {
    self.command = command
    self.household = household
    self.member = member
  }

  package var stream: StreamID { .collection(member) }

  /// The other members' collections, if the command names a list or note that the member does not have. The refusal
  /// then depends on whether another member shares it.
  package func needed(in states: States) throws(NotLoaded) -> [StreamID] {
    guard !command.namesOnlyContents(of: try states.collection(member)) else { return [] }
    return others(in: try states.household(household)).map { .collection($0) }
  }

  private func others(in household: HouseholdState) -> [MemberID] {
    household.members.map(\.id).filter { $0 != member }
  }

  package func decide(on basis: Basis) throws -> Decision {
    var (collection, context) = try basis.collection(of: member, in: household)
    if !command.namesOnlyContents(of: collection) {
      for other in others(in: context.household) { context.others[other] = try basis.states.collection(other) }
    }
    return try collection.decide(command, in: context)
  }
}

extension Basis {
  /// Returns a member's collection and the inputs of a decision on it. Refuses a sender who may not act for the member.
  func collection(of member: MemberID, in household: HouseholdID) throws -> (CollectionState, CollectionContext) {
    let household = try states.household(household)
    guard try actor(in: household, allowed: true) == member else { throw Refusal.cannotActAs }
    let collection = try states.collection(member)
    guard collection.belongs(to: household.id) else { throw Refusal.cannotActAs }
    try check(revision: collection.revision)
    return (collection, CollectionContext(household: household, member: member, now: now, text: text))
  }
}

extension CollectionCommand {
  /// Whether the collection has the list or note that the command changes, if there is one.
  fileprivate func namesOnlyContents(of collection: CollectionState) -> Bool {
    switch self {
    case .updateList(let id, _), .removeList(let id), .addToList(let id, _, _), .removeFromList(let id, _),
      .moveInList(let id, _, _):
      collection.lists[id] != nil
    case .editNote(let id, _, _), .removeNote(let id): collection.notes[id] != nil
    default: true
    }
  }
}
