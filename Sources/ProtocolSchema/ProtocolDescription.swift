/// All that is needed to talk to a server.
public struct ProtocolDescription: Sendable {
  /// The protocol's number, which changes only with incompatible changes.
  public let number: Int
  /// The version of the program that made this description.
  public let version: String
  /// Sorted by name.
  public let methods: [MethodDescription]
  /// All types of recorded events, in order.
  public let events: [EventDescription]
  /// The refusals of lines that are not requests to a method.
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

  /// All notifications, sorted by name, without duplicates.
  public var notifications: [NotificationDescription] {
    let all = Dictionary(
      methods.flatMap(\.notifications).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return all.values.sorted { $0.name < $1.name }
  }

  /// All refusals, sorted by code and reason.
  public var refusals: [Refusal] { Refusal.sorted(methods.flatMap(\.refusals) + refusalsOfConnections) }
}

extension Refusal {
  /// Sorts refusals by code and reason, and removes duplicates.
  public static func sorted(_ refusals: some Sequence<Refusal>) -> [Refusal] {
    Set(refusals).sorted { ($0.code, $0.reason) < ($1.code, $1.reason) }
  }

  /// The members of `data`, with the reason first.
  public var dataType: ObjectType {
    let name = WireField.field("reason", .text(.opaque(what: "`\(reason)`")), "`\(reason)`")
    return ObjectType(nil, summary, [name] + data.map(\.field))
  }
}
