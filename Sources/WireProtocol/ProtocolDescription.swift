/// All that one must know to talk to a server.
public struct ProtocolDescription: Sendable {
  /// Of the protocol: it changes only where what was right before is wrong now.
  public let number: Int
  /// Of the program that it was made by.
  public let version: String
  /// By name.
  public let methods: [MethodDescription]
  /// What is recorded and shown: all types, in their order.
  public let events: [EventDescription]
  /// Why a line is refused that is no request to a method.
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

  /// By name, each once.
  public var notifications: [NotificationDescription] {
    let all = Dictionary(
      methods.flatMap(\.notifications).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return all.values.sorted { $0.name < $1.name }
  }

  /// All that anything can be refused with, by code and name.
  public var refusals: [Refusal] { Refusal.sorted(methods.flatMap(\.refusals) + refusalsOfConnections) }
}

extension Refusal {
  /// By code and name, each once.
  public static func sorted(_ refusals: some Sequence<Refusal>) -> [Refusal] {
    Set(refusals).sorted { ($0.code, $0.reason) < ($1.code, $1.reason) }
  }

  /// What stands in `data`: the reason itself first.
  public var dataType: ObjectType {
    let name = WireField.field("reason", .text(.opaque(what: "`\(reason)`")), "`\(reason)`")
    return ObjectType(nil, summary, [name] + data.map(\.field))
  }
}
