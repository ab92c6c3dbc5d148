/// All information that a client needs to talk to a server.
public struct ProtocolDescription: Sendable {
  /// The number of the protocol, which changes only if a change is incompatible.
  public let number: Int
  /// The version of the program that created this description.
  public let version: String
  /// All methods, sorted by name.
  public let methods: [MethodDescription]
  /// The types of all recorded events, in order of declaration.
  public let events: [EventDescription]
  /// The refusals of lines that are not requests to a known method.
  public let refusalsOfConnections: [Refusal]

  public init(
    number: Int, version: String, methods: [MethodDescription], events: [EventDescription],
    refusalsOfConnections: [Refusal]
  ) {
    self.number = number
    self.version = version
    self.methods = methods.sorted { $0.name < $1.name }
    self.events = events
    self.refusalsOfConnections = refusalsOfConnections
  }

  /// All notifications without duplicates, sorted by name.
  public var notifications: [NotificationDescription] {
    let all = Dictionary(
      methods.flatMap(\.notifications).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return all.values.sorted { $0.name < $1.name }
  }

  /// All refusals without duplicates, sorted by code and reason.
  public var refusals: [Refusal] { Refusal.sorted(methods.flatMap(\.refusals) + refusalsOfConnections) }
}

extension Refusal {
  /// Returns refusals without duplicates, sorted by code and reason.
  public static func sorted(_ refusals: some Sequence<Refusal>) -> [Refusal] {
    Set(refusals).sorted { ($0.code, $0.reason) < ($1.code, $1.reason) }
  }

  /// The type of the refusal's `data`, with the reason as its first field.
  public var dataType: ObjectType {
    let name = WireField.field("reason", .text(.opaque(what: "`\(reason)`")), "`\(reason)`")
    return ObjectType(nil, summary, [name] + data.map(\.field))
  }
}
