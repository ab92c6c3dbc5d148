import Domain
import EventStore
import Projections
import ProtocolSchema

enum ServerParameters {
  static let token = Parameter<String?>.optional(
    "token", .text(.secret(what: "as `households.create` or `tokens.issue` gave it")),
    "as `households.create`, `invites.accept` or `tokens.issue` gave it: `mn_` and 86 characters")
  static let administrator = Parameter<Bool?>.optional(
    "administrator", .bool, "`true`: as an administrator, through the Unix socket")

  static func names(_ readModels: ReadModelAreas) -> Parameter<[String]> {
    .list(
      "names", .enumeration("ReadModel", readModels.names), atMost: max(20, readModels.names.count),
      "which read models, all where none is named")
  }
}

extension WireValue where Value == String {
  fileprivate static func enumeration(_ name: String, _ words: [String]) -> WireValue {
    WireValue(.enumeration(EnumType(name, words))) { json in json.word.flatMap { words.contains($0) ? $0 : nil } }
  }
}

enum ServerTypes {
  static let info = ResultObject<(store: String, catalog: CatalogInfo?, methods: [String])>(
    "ServerInfo", "What the server is, and what it can do.",
    [
      .field("name", "`movienight`") { _ in "movienight" },
      .field("version", "the version of the program") { _ in Version.current },
      .field("protocol", "the version of the protocol: 1") { _ in Version.ofProtocol },
      .field(
        "store", as: .enumeration(EnumType("StoreKind", ["sqlite", "journal", "postgres", "memory"])),
        "what it records in"
      ) { $0.store },
      .nullableObject(
        "catalog", CatalogTypes.info, "where facts about movies are from; null where the server has no catalog"
      ) { $0.catalog },
      .field("methods", "the names of all that it knows, sorted") { $0.methods },
    ])

  static let identity = ResultObject<ShownIdentity>(
    "Identity", "Who the connection is.",
    [
      .field("member_id", "who; null for an administrator") { $0.member },
      .field("household_id", "of which household; null for an administrator") { $0.household },
      .field("role", "what they are in the household, or `administrator` of the server") { $0.role },
      .field("display_name", "what they are called today; null for an administrator") { $0.displayName },
    ])

  static let metrics = ResultObject<String>(
    "ServerMetrics", "Metrics.", [.field("text", "in Prometheus' text format") { $0 }])

  // MARK: Health

  static let health = ResultObject<ServerHealth>(
    "ServerHealth", "How the server is, and what is wrong.",
    [
      .field("status", "the worst that any of the problems makes it") { $0.problems.severity.status },
      .list("problems", of: problem, "what is wrong now; none when all is well") { $0.problems },
      .field("store", "what it records in") { $0.store },
      .field("head", "the last position that this server has seen") { $0.head },
      .field("checkpoint", "up to which position all read models have folded") {
        $0.projections.map(\.checkpoint).min()
      },
      .list("projections", of: projection, "how each read model is") { $0.projections },
      .nullableObject(
        "append_lock", appendLock,
        "which of several servers on one PostgreSQL is appending; null when nobody is, and on every other store"
      ) { $0.appendLock },
      .nullableObject("catalog", CatalogTypes.health, "how it goes with it; null where the server has none") {
        $0.catalog
      },
      .field("uptime_s", unit: .seconds, "how long it runs") { $0.uptime },
    ])

  private static let problem = ResultObject<HealthProblem>(
    "HealthProblem", "Something that lasts and that whoever runs the server should know of.",
    [
      .field("reason", "what it is, for programs") { $0.reason },
      .field("message", "what it is, for an operator") { $0.message },
      .field("since", "when it began, or was first noticed") { $0.since },
      .sometimes("name", "of the read model, where it has one") { $0.details.name },
      .sometimes("position", "of the event, where it has one") { $0.details.position },
      .sometimes("clock", "what the clock says, where it has one") { $0.details.clock },
      .sometimes("last_recorded", "the time of the last event, where it has one") { $0.details.lastRecorded },
      .sometimes("last_at", "when it was last so, where it has one") { $0.details.lastAt },
    ])

  private static let projection = ResultObject<ProjectionHealth>(
    "ProjectionHealth", "How a read model is.", identityKey: "name",
    [
      .field("name", "what it is called") { $0.name },
      .field("version", "the version of its fold") { $0.version },
      .field("checkpoint", "up to which position it has folded") { $0.checkpoint },
      .field("lag", "how many events it is behind; 0 unless it stopped") { $0.lag },
      .field("state", "what it does") { $0.state },
      .field("stopped_position", "the event that it cannot read; null unless it stopped") { $0.stopped?.position },
      .field("stopped_reason", "why; null unless it stopped") { $0.stopped?.reason },
    ])

  private static let appendLock = ResultObject<AppendLock>(
    "AppendLock", "Which of several servers is appending.",
    [
      .field("holder", "which server") { Optional($0.holder) },
      .field("held_ms", unit: .milliseconds, "for how long it has appended") {
        $0.heldMicroseconds.map { Int($0 / 1000) }
      },
      .field("waiting", "how many servers wait to append") { $0.waiting },
    ])

  // MARK: Rebuilding

  static let rebuilt = ResultObject<(names: [String], events: Int, seconds: Double)>(
    "Rebuilt", "What was folded.",
    [
      .field("names", "the read models") { $0.names },
      .field("events", "how many were folded") { $0.events },
      .field("seconds", unit: .seconds, "how long it took") { $0.seconds },
    ])

  static let rebuildProgress = NotificationDescription(
    "projections.progress", "How far a rebuild is, at most ten times a second.",
    ObjectType(
      "RebuildProgress", "How far a rebuild is.",
      [
        .field("position", .integer(), "the last event that was folded"), .field("head", .integer(), "the last event"),
        .field("events_per_second", .integer(), "how fast it has been since it began"),
      ]))

  static let openRPC = ObjectType(
    "OpenRPCDocument", "The protocol as an OpenRPC document (https://spec.open-rpc.org).",
    [
      .field("openrpc", .text(), "the version of OpenRPC"), .field("info", .document, "of what program and protocol"),
      .field("methods", .list(of: .document), "by name"),
      .field("x-notifications", .list(of: .document), "what the server sends unasked"),
      .field("x-events", .list(of: .document), "what an event says, by its type; in their order"),
      .field("x-errors-of-connections", .list(of: .document), "what answers a line that is no request to a method"),
      .field("components", .document, "types and errors, by name"),
    ])
}

struct ShownIdentity {
  let member: MemberID?
  let household: HouseholdID?
  let role: IdentityRole
  let displayName: String?

  static let administrator = ShownIdentity(member: nil, household: nil, role: .administrator, displayName: nil)
}

enum IdentityRole: String, ResultEnum {
  case creator, member, administrator

  init(_ role: Role) { self = role == .creator ? .creator : .member }
}

extension HealthProblem.Reason: ResultEnum {
  package static let enumName = "HealthReason"
}

extension ProjectionHealth.State: ResultEnum {
  package static let enumName = "ProjectionState"
}
