import Domain
import EventStore
import Projections
import ProtocolSchema

enum ServerParameters {
  static let token = Parameter<String?>.optional(
    "token", .text(.secret(what: "a token")),
    "a token from `households.create`, `invites.accept` or `tokens.issue`: `mn_` and 86 characters")
  static let administrator = Parameter<Bool?>.optional(
    "administrator", .bool, "`true` to authenticate as an administrator, through the Unix socket")

  static func names(_ readModels: ReadModelAreas) -> Parameter<[String]> {
    .list(
      "names", .enumeration("ReadModel", readModels.names), atMost: max(20, readModels.names.count),
      "the read models to rebuild, or none for all")
  }
}

extension WireValue where Value == String {
  fileprivate static func enumeration(_ name: String, _ words: [String]) -> WireValue {
    WireValue(.enumeration(EnumType(name, words))) { json in json.word.flatMap { words.contains($0) ? $0 : nil } }
  }
}

enum ServerTypes {
  static let info = ResultObject<(store: String, catalog: CatalogInfo?, listen: String?, methods: [String])>(
    "ServerInfo", "Information about the server.",
    [
      .field("name", "`movienight`") { _ in "movienight" },
      .field("version", "the version of the program") { _ in Version.current },
      .field("protocol", "the version of the protocol: 1") { _ in Version.ofProtocol },
      .field(
        "store", as: .enumeration(EnumType("StoreKind", ["sqlite", "journal", "postgres", "memory"])),
        "the kind of store"
      ) { $0.store },
      .nullableObject(
        "catalog", CatalogTypes.info, "the source of movie data; null without a catalog"
      ) { $0.catalog },
      .field("listen", "the TCP address of the server, shown to administrators; null for others") { $0.listen },
      .field("methods", "the names of all methods, sorted") { $0.methods },
    ])

  static let identity = ResultObject<ShownIdentity>(
    "Identity", "The identity of the connection.",
    [
      .field("member_id", "the member's id; null for an administrator") { $0.member },
      .field("household_id", "the household's id; null for an administrator") { $0.household },
      .field("role", "the role in the household, or `administrator`") { $0.role },
      .field("display_name", "the member's current name; null for an administrator") { $0.displayName },
    ])

  static let metrics = ResultObject<String>(
    "ServerMetrics", "The server's metrics.", [.field("text", "the metrics in Prometheus text format") { $0 }])

  // MARK: Health

  static let health = ResultObject<ServerHealth>(
    "ServerHealth", "The server's health and current problems.",
    [
      .field("status", "the status of the most severe problem; `ok` without one") { $0.problems.severity.status },
      .list("problems", of: problem, "current problems; empty if there are none") { $0.problems },
      .field("store", "the kind of store") { $0.store },
      .field("head", "the last position that this server has seen") { $0.head },
      .field("checkpoint", "the last position that all read models have processed") {
        $0.projections.map(\.checkpoint).min()
      },
      .list("projections", of: projection, "the read models") { $0.projections },
      .nullableObject(
        "append_lock", appendLock,
        "the append lock of a PostgreSQL store; null if no server holds it, and for other stores"
      ) { $0.appendLock },
      .nullableObject("catalog", CatalogTypes.health, "the state of the catalog; null without one") {
        $0.catalog
      },
      .field("uptime_s", unit: .seconds, "the time since the start") { $0.uptime },
    ])

  private static let problem = ResultObject<HealthProblem>(
    "HealthProblem", "A lasting problem that the operator should know of.",
    [
      .field("reason", "the problem, for programs") { $0.reason },
      .field("message", "the problem, for an operator") { $0.message },
      .field("since", "the time when it began or was first noticed") { $0.since },
      .omittedIfNil("name", "the read model's name, if it has one") { $0.details.name },
      .omittedIfNil("position", "the event's position, if it has one") { $0.details.position },
      .omittedIfNil("clock", "the time of the clock, if it has one") { $0.details.clock },
      .omittedIfNil("last_recorded", "the time of the last event, if it has one") { $0.details.lastRecorded },
      .omittedIfNil("last_at", "the time of the last occurrence, if it has one") { $0.details.lastAt },
    ])

  private static let projection = ResultObject<ProjectionHealth>(
    "ProjectionHealth", "The state of a read model.", identityKey: "name",
    [
      .field("name", "the read model's name") { $0.name },
      .field("version", "the version of its fold") { $0.version },
      .field("checkpoint", "the last position that it has processed") { $0.checkpoint },
      .field("lag", "the number of events it is behind; 0 unless it has stopped") { $0.lag },
      .field("state", "its state") { $0.state },
      .field("stopped_position", "the position of the event that it cannot read; null unless it has stopped") {
        $0.stopped?.position
      },
      .field("stopped_reason", "the reason; null unless it has stopped") { $0.stopped?.reason },
    ])

  private static let appendLock = ResultObject<AppendLock>(
    "AppendLock", "The lock for appending to a store that several servers share.",
    [
      .field("holder", "the server that holds it") { Optional($0.holder) },
      .field("held_ms", unit: .milliseconds, "the time since it took the lock") {
        $0.heldMicroseconds.map { Int($0 / 1000) }
      },
      .field("waiting", "the number of servers that wait for it") { $0.waiting },
    ])

  // MARK: Rebuilding

  static let rebuilt = ResultObject<(names: [String], events: Int, seconds: Double)>(
    "Rebuilt", "The result of a rebuild.",
    [
      .field("names", "the read models") { $0.names },
      .field("events", "the number of events processed") { $0.events },
      .field("seconds", unit: .seconds, "the duration") { $0.seconds },
    ])

  static let rebuildProgress = ResultNotification(
    name: "projections.progress",
    summary: "The progress of a rebuild, sent to the connection that started it, at most ten times a second.",
    parameters: ResultObject<RebuildProgress>(
      "RebuildProgress", "The progress of a rebuild.",
      [
        .field("position", "the last position processed") { $0.position },
        .field("head", "the store's last position") { $0.head },
        .field("events_per_second", "the average rate since the start") { Int($0.eventsPerSecond) },
      ]))

  static let openRPC = ObjectType(
    "OpenRPCDocument", "The protocol as an OpenRPC document (https://spec.open-rpc.org).",
    [
      .field("openrpc", .text(), "the version of OpenRPC"), .field("info", .document, "the program and its protocol"),
      .field("methods", .list(of: .document), "the methods, by name"),
      .field("x-notifications", .list(of: .document), "the notifications"),
      .field("x-events", .list(of: .document), "the types of events, with the schemas of their data"),
      .field("x-errors-of-connections", .list(of: .document), "the errors of lines that do not call a method"),
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
