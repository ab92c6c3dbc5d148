/// All information that is needed to call a method: its declaration, and everything that follows from the declaration.
public struct MethodDescription: Sendable {
  public let name: String
  /// A one-sentence description.
  public let summary: String
  public let kind: Kind
  public let access: Access
  /// The declared parameters, followed by the parameters of every command if the method is a command.
  public let parameters: [WireField]
  /// The declared parameters only.
  public let ownParameters: [WireField]
  /// Groups of parameters. A request must have at least one parameter of each group.
  public let alternatives: [[String]]
  /// The declared result, with the members that every command adds if the method is a command.
  public let result: ObjectType
  /// The declared result only.
  public let ownResult: ObjectType
  /// All refusals with which the server can answer a request to the method.
  public let refusals: [Refusal]
  public let notifications: [NotificationDescription]

  public enum Kind: String, Sendable {
    case query, command, control
  }

  public enum Access: String, Sendable {
    case everyone, authenticated, administrator
  }

  /// Completes a declaration with the parts that every command has. `further` are the additional parameters, and
  /// `changes` the additional members of the result.
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

  public var holdsSecrets: Bool { (parameters + result.fields).contains { $0.type.holdsSecrets } }
}

/// A message that the server sends without a request.
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
