import Domain
import Primitives
import Projections
import WireProtocol

/// What methods about the server and the connection take.
enum ServerParameters {
  static let token = Parameter<String?>.optional(
    "token", .text(.secret(what: "as `households.create` or `tokens.issue` gave it")),
    "as `households.create`, `invites.accept` or `tokens.issue` gave it: `mn_` and 86 characters")
  static let administrator = Parameter<Bool?>.optional(
    "administrator", .flag, "`true`: as an administrator, through the Unix socket")
  static let names = Parameter<[String]>.list(
    "names", .choice("ReadModel", ReadModelAreas.current.names), atMost: 20,
    "which read models, all where none is named")
}

extension WireValue where Value == String {
  fileprivate static func choice(_ name: String, _ words: [String]) -> WireValue {
    WireValue(.choice(Choice(name, words))) { json in json.word.flatMap { words.contains($0) ? $0 : nil } }
  }
}

/// What answers say of the server and of who asks.
enum ServerTypes {
  static let info = ObjectType(
    "ServerInfo", "What the server is, and what it can do.",
    [
      .field("name", .text(), "`movienight`"), .field("version", .text(), "the version of the program"),
      .field("protocol", .integer(), "the version of the protocol: 1"),
      .field("store", .choice(Choice("StoreKind", ["sqlite", "journal", "postgres", "memory"])), "what it records in"),
      .nullable(
        "catalog", .object(CatalogTypes.info), "where facts about movies are from; null where the server has no catalog"
      ),
      .field("methods", .list(of: .text()), "the names of all that it knows, sorted"),
    ])

  static let identity = ObjectType(
    "Identity", "Who the connection is.",
    [
      .nullable("member_id", .id(of: "member"), "who; null for an administrator"),
      .nullable("household_id", .id(of: "household"), "of which household; null for an administrator"),
      .field(
        "role", .choice(Choice("IdentityRole", Role.allCases.map(\.rawValue) + ["administrator"])),
        "what they are in the household, or `administrator` of the server"),
      .nullable("display_name", .text(), "what they are called today; null for an administrator"),
    ])

  // MARK: Health

  static let health = ObjectType(
    "ServerHealth", "How the server is, and what is wrong.",
    [
      .field(
        "status", .choice(Choice("HealthStatus", ["ok", "degraded", "store_unavailable"])),
        "the worst that any of the problems makes it"),
      .field("problems", .list(of: .object(problem)), "what is wrong now; none when all is well"),
      .field("store", .text(), "what it records in"),
      .field("head", .integer(), "the last position that this server has seen"),
      .nullable("checkpoint", .integer(), "up to which position all read models have folded"),
      .field("projections", .list(of: .object(projection)), "how each read model is"),
      .nullable(
        "append_lock", .object(appendLock),
        "which of several servers on one PostgreSQL is appending; null when nobody is, and on every other store"),
      .nullable("catalog", .object(CatalogTypes.health), "how it goes with it; null where the server has none"),
      .field("uptime_s", .integer(), "how long it runs", unit: .seconds),
    ])

  private static let problem = ObjectType(
    "HealthProblem", "Something that lasts and that whoever runs the server should know of.",
    [
      .field("reason", .choice(Choice("HealthReason", of: HealthProblem.Reason.self)), "what it is, for programs"),
      .field("message", .text(), "what it is, for an operator"),
      .field("since", .time, "when it began, or was first noticed"),
      sometimes("name", .text(), "of the read model"),
      sometimes("position", .integer(), "of the event"),
      sometimes("clock", .time, "what the clock says"),
      sometimes("last_recorded", .time, "the time of the last event"),
      sometimes("last_at", .time, "when it was last so"),
    ])

  private static func sometimes(_ name: StaticString, _ type: ValueType, _ summary: String) -> WireField {
    WireField(name, type, isRequired: false, isNullable: false, "\(summary), where it has one")
  }

  private static let projection = ObjectType(
    "ProjectionHealth", "How a read model is.", toldBy: "name",
    [
      .field("name", .text(), "what it is called"), .field("version", .integer(), "the version of its fold"),
      .field("checkpoint", .integer(), "up to which position it has folded"),
      .field("lag", .integer(), "how many events it is behind; 0 unless it stopped"),
      .field("state", .choice(Choice("ProjectionState", ["ready", "rebuilding", "stopped"])), "what it does"),
      .nullable("stopped_position", .integer(), "the event that it cannot read; null unless it stopped"),
      .nullable("stopped_reason", .text(), "why; null unless it stopped"),
    ])

  private static let appendLock = ObjectType(
    "AppendLock", "Which of several servers is appending.",
    [
      .nullable("holder", .text(), "which server"),
      .nullable("held_ms", .integer(), "for how long it has appended", unit: .milliseconds),
      .field("waiting", .integer(), "how many servers wait to append"),
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

extension Reason {
  static let rebuildRunning = Reason(409, "rebuild_running", "a rebuild is running already")
}
