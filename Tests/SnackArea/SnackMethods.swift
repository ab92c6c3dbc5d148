import Domain
import EventStore
import Primitives

@testable import Commands
@testable import Projections
@testable import Server
@testable import WritePath

extension Method {
  static let ofSnacks: [Method] = [
    .command("snacks.offer", .authenticated, ["round_id"]) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      return PreparedCommand(
        command: Command(OfferSnack(household: household, round: try parameters.id("round_id"))), sender: sender,
        answer: OfferedSnack(id: household))
    },
    .query("snacks.list", .authenticated, ["household_id"]) { (parameters, caller) throws(WireError) in
      SnacksQuery(id: try caller.household(parameters))
    },
  ]
}

struct OfferedSnack: CommandAnswer {
  let id: HouseholdID

  func writeMembers(to json: inout JSONWriter, _ rows: CommandRows) throws -> Revision {
    let offered: SnackOffered = try rows.payload()
    let snacks = try rows.row(
      now: { try rows.readModels.snacks(of: id, through: $0) },
      then: { try rows.readModels.snacks(of: id, asOf: .position($0)) })
    json.field("member_id", offered.memberID)
    json.field("offering", snacks?.offering ?? [])
    return snacks?.revision ?? noRevision
  }
}

struct SnacksQuery: Query {
  let id: HouseholdID
  var household: HouseholdID? { id }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let models = answering.readModels
    let snacks = try answering.value(models.cachedSnacks(of: id)) { try models.snacks(of: id) }
    try answering.requireStore()
    let offers = try models.snackOffers(of: id)
    json.object { json in
      json.field("offering", snacks?.offering ?? [])
      json.field("newest_first", offers.map(\.member))
    }
  }
}

extension ServerAreas {
  /// Those of the program, and snacks.
  package static let withSnacks = ServerAreas(
    events: EventSchema(areas: [HouseholdEvent.self, RoundEvent.self, LibraryEvent.self, SnackEvent.self]),
    commands: CommandAreas(CommandAreas.current.all + [SnackStates.self]),
    readModels: ReadModelAreas(ReadModelAreas.current.all + [SnackTables.self]),
    methods: MethodTable(areas: [MethodTable.current.all, Method.ofSnacks]))
}
