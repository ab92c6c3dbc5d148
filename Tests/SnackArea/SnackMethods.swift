import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import Server
import ProtocolSchema

extension Method {
  static func ofSnacks(_ pantry: Pantry) -> [Method] {
    [
      .command(
        "snacks.offer", "Offers a snack for a round.", takes: [SnackParameters.round, SnackParameters.note],
        gives: SnackTypes.offered, refuses: [.unknownRound, .oneSnackAtATime]
      ) { (parameters, caller) throws(Refusal) in
        let (household, sender, _) = try caller.member(parameters)
        let note = try parameters[SnackParameters.note].map { (id: caller.makeID() as SnackNoteID, text: $0) }
        return offer(for: try parameters[SnackParameters.round], with: note, in: household, by: sender)
      },
      .command(
        "snacks.finish", "Ends the member's offer.", gives: SnackTypes.offered, refuses: [.noSnack]
      ) { (parameters, caller) throws(Refusal) in
        let (household, sender, actor) = try caller.member(parameters)
        return PreparedCommand(command: FinishSnack(household: household), sender: sender) {
          try $0.offers(after: actor, in: household)
        }
      },
      .query(
        "snacks.notes", "Shows the notes on what is offered.", takes: [HouseholdParameters.household]
      ) { (parameters, caller) throws(Refusal) in SnackNotesQuery(id: try caller.household(parameters)) },
      .query(
        "snacks.list", "Lists who offers something.", takes: [HouseholdParameters.household]
      ) { (parameters, caller) throws(Refusal) in SnacksQuery(id: try caller.household(parameters)) },
      .query(
        "snacks.left", "Tells how much of a snack is left.", takes: [SnackParameters.snack]
      ) { (parameters, caller) throws(Refusal) in
        SnacksLeftQuery(snack: try parameters[SnackParameters.snack], pantry: pantry)
      },
      .query(
        "snacks.weigh", "The same, after a look into the pantry.", takes: [SnackParameters.snack],
        refuses: [.noCatalog]
      ) { (parameters, _) throws(Refusal) -> Lookup<SnacksLeftQuery> in
        let snack = try parameters[SnackParameters.snack]
        return try pantry.lookup.map { SnacksLeftQuery(snack: snack, pantry: pantry) }
      },
      .command(
        "snacks.fetch", "Offers a snack that has to be fetched first.", takes: [SnackParameters.round],
        gives: SnackTypes.offered, refuses: [.unknownRound, .oneSnackAtATime, .noCatalog]
      ) { (parameters, caller) throws(Refusal) in
        let (household, sender, _) = try caller.member(parameters)
        let command = offer(for: try parameters[SnackParameters.round], in: household, by: sender)
        return command.completed(by: try pantry.lookup.map { command })
      },
    ]
  }

  private static func offer(
    for round: RoundID, with note: (id: SnackNoteID, text: String)? = nil, in household: HouseholdID, by sender: Sender
  ) -> PreparedCommand<OfferedSnack> {
    PreparedCommand(command: OfferSnack(household: household, round: round, note: note), sender: sender) { rows in
      let offered: SnackOffered = try rows.payload()
      return try rows.offers(after: offered.memberID, in: household)
    }
  }
}

extension CommandRows {
  /// Returns the result of a member's command, and the revision of the household's snacks.
  fileprivate func offers(after member: MemberID, in household: HouseholdID) throws -> (OfferedSnack, Revision) {
    let snacks = try row { try readModels.snacks(of: household, $0) }
    return (OfferedSnack(member: member, offering: snacks?.offering ?? []), snacks?.revision ?? noRevision)
  }
}

private enum SnackParameters {
  static let round = Parameter<RoundID>.required("round_id", .id("round"), "for which round")
  static let note = Parameter<String?>.optional(
    "note", .text(.bytes(1...40_000)), "what to know of it, of at most 10,000 characters", isPersonal: true)
  static let snack = Parameter<String>.required("snack", .text(), "what it is called")
}

private enum SnackTypes {
  static let offered = ResultObject<OfferedSnack>(
    "OfferedSnack", "Who offers something now.",
    [
      .field("member_id", "who offered this") { $0.member },
      .field("offering", "who offers something") { $0.offering },
    ])

  static let list = ResultObject<SnacksQuery.Shown>(
    "Snacks", "Who offers something.",
    [
      .field("offering", "who offers something") { $0.offering },
      .field("newest_first", "the same, by when they offered") { $0.newestFirst },
    ])

  static let notes = ResultObject<[String]>(
    "SnackNotes", "The notes on what is offered.", [.field("notes", "the newest first") { $0 }])

  static let left = ResultObject<SnacksLeftQuery.Shown>(
    "SnacksLeft", "How much of a snack is left.",
    [
      .field("day", "when the day begins that this is of") { $0.day.description },
      .field("amount", "how much") { $0.amount },
    ])
}

struct OfferedSnack {
  let member: MemberID
  let offering: [MemberID]
}

struct SnacksQuery: ResultQuery {
  let id: HouseholdID

  struct Shown {
    let offering: [MemberID]
    let newestFirst: [MemberID]
  }

  static var result: ResultObject<Shown> { SnackTypes.list }

  func shown(_ answering: AnswerContext) throws -> Shown {
    let models = answering.readModels
    let snacks = try answering.value(models.cachedSnacks(of: id)) { try models.snacks(of: id) }
    try answering.requireStore()
    return Shown(offering: snacks?.offering ?? [], newestFirst: try models.snackOffers(of: id).map(\.member))
  }
}

/// The notes on current offers, read from the personal texts because the rows do not contain them.
struct SnackNotesQuery: ResultQuery {
  let id: HouseholdID

  static var result: ResultObject<[String]> { SnackTypes.notes }

  func shown(_ answering: AnswerContext) throws -> [String] {
    try answering.requireStore()
    let ids = try answering.readModels.snackOffers(of: id).compactMap { $0.noteID.map { TextID($0) } }
    let texts = Dictionary(uniqueKeysWithValues: try answering.store.texts(ids).map { ($0.id, $0) })
    return ids.compactMap { texts[$0] }.map { (try? JSONDocument(stored: $0.value).root["text"]?.string) ?? "" }
  }
}

/// The remaining amount of each snack, shared by all households and not recorded in events.
package final class Pantry: Sendable {
  private let amounts = Locked<[String: Int]>([:])
  private let waiting = Locked<[@Sendable (Result<Void, Refusal>) -> Void]>([])
  private let staysOpen = Locked(false)
  private let door = Locked<Mailbox<Void>?>(nil)
  private let atDoor = Locked(0)

  package init() {}

  /// A lookup that stays pending until `open`, or that finishes at once after `stayOpen`.
  fileprivate var lookup: Lookup<Void> {
    .pending { [waiting, staysOpen] done in
      if staysOpen.withLock({ $0 }) { return done(.success(())) }
      waiting.withLock { $0.append(done) }
    }
  }

  /// Finishes all pending lookups, and lets later ones finish at once.
  package func stayOpen() {
    staysOpen.withLock { $0 = true }
    open()
  }

  /// The number of pending lookups.
  package var pendingLookups: Int { waiting.withLock { $0.count } }

  /// Finishes all pending lookups. With `isEmpty`, they are refused.
  package func open(isEmpty: Bool = false) {
    let lookups = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for lookup in lookups { lookup(isEmpty ? .failure(.noCatalog) : .success(())) }
  }

  /// Makes workers that read amounts wait until `unbolt` is called.
  package func bolt() { door.withLock { $0 = Mailbox() } }

  package func unbolt() {
    let door = door.withLock { door in
      defer { door = nil }
      return door
    }
    door?.close()
  }

  /// The number of workers that wait for `unbolt` to be called.
  package var waitingAtDoor: Int { atDoor.withLock { $0 } }

  fileprivate func enter(_ answering: AnswerContext) throws(QueryFailure) {
    guard let door = door.withLock({ $0 }) else { return }
    try answering.requireStore()
    atDoor.withLock { $0 += 1 }
    _ = door.receiveOne()
    atDoor.withLock { $0 -= 1 }
  }

  package subscript(snack: String) -> Int { amounts.withLock { $0[snack] ?? 0 } }

  package func put(_ amount: Int, of snack: String, telling models: ReadModels) {
    amounts.withLock { $0[snack] = amount }
    models.noteChange(of: .left(of: snack))
  }
}

extension Dependency {
  fileprivate static func left(of snack: String) -> Dependency { .fact(of: "snacks", snack) }
}

/// A query for the remaining amount of a snack, answered together with the current day.
struct SnacksLeftQuery: ResultQuery {
  let snack: String
  let pantry: Pantry

  static func == (left: Self, right: Self) -> Bool { left.snack == right.snack && left.pantry === right.pantry }
  func hash(into hasher: inout Hasher) { hasher.combine(snack) }

  struct Shown {
    let day: Timestamp
    let amount: Int
  }

  static var result: ResultObject<Shown> { SnackTypes.left }

  func shown(_ answering: AnswerContext) throws -> Shown {
    try pantry.enter(answering)
    answering.recordDependency(on: .left(of: snack))
    return Shown(day: answering.now(within: \.dayOfUTC).dayOfUTC.lowerBound, amount: pantry[snack])
  }
}

extension Timestamp {
  fileprivate var dayOfUTC: Range<Timestamp> {
    let day = Timestamp.secondsPerHour * 24 * 1_000_000
    let start = Timestamp(microseconds: microseconds / day * day)
    return start..<Timestamp(microseconds: start.microseconds + day)
  }
}

extension ServerAreas {
  package static let withSnacks = withSnacks(in: Pantry())

  /// Returns the program's areas and the snack area.
  package static func withSnacks(in pantry: Pantry) -> ServerAreas {
    ServerAreas(
      events: EventSchema(areas: EventSchema.current.areas + [SnackEvent.self]),
      commands: CommandAreas(CommandAreas.current.all + [SnackStates.self]),
      readModels: ReadModelAreas(ReadModelAreas.current.all + [SnackTables.self]),
      methods: current.methodsOfAreas() + [Method.ofSnacks(pantry)])
  }
}
