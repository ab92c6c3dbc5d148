/// All that one must know to call a method: what its declaration says, and what follows from that.
public struct MethodDescription: Sendable {
  public let name: String
  /// One sentence.
  public let summary: String
  public let kind: Kind
  public let access: Access
  /// Its own, and those that every command takes behind them.
  public let parameters: [WireField]
  /// Its parameters as they are declared.
  public let ownParameters: [WireField]
  /// Groups of parameters of which one at least has to be given.
  public let alternatives: [[String]]
  /// With what every command adds.
  public let result: ObjectType
  /// Its result as it is declared.
  public let ownResult: ObjectType
  /// All that it can be refused with once it has reached the server as a request.
  public let refusals: [Refusal]
  /// What the server sends unasked because of it.
  public let notifications: [NotificationDescription]

  public enum Kind: String, Sendable {
    case query, command, control
  }

  public enum Access: String, Sendable {
    case everyone, authenticated, administrator
  }

  /// - Parameters:
  ///   - parameters: its own.
  ///   - further: what every command takes behind them.
  ///   - result: its own.
  ///   - changes: what every command adds to it.
  public init(
    name: String, summary: String, kind: Kind, access: Access, parameters: [WireField],
    before further: [WireField] = [], alternatives: [[String]], result: ObjectType, adding changes: [WireField] = [],
    refusals: [Refusal], notifications: [NotificationDescription] = []
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.access = access
    self.parameters = parameters + further
    ownParameters = parameters
    self.alternatives = alternatives
    self.result =
      changes.isEmpty ? result : result.adding(changes, as: result.name.map { "\($0)Result" }, result.summary)
    ownResult = result
    self.refusals = refusals
    self.notifications = notifications
  }

  /// Whether a secret is sent with it, or comes back.
  public var holdsSecrets: Bool { (parameters + result.fields).contains { $0.type.holdsSecrets } }
}

/// What the server sends without being asked.
public struct NotificationDescription: Sendable {
  public let name: String
  public let summary: String
  public let parameters: ObjectType

  public init(_ name: String, _ summary: String, _ parameters: ObjectType) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
  }
}
