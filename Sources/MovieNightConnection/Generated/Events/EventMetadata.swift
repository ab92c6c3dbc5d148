// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who did it.
public struct EventMetadata: Hashable, Sendable {
  /// Who sent the command; nil for the clock and the administrator.
  public var actor: MemberID?
  /// For which managed member they sent it; nil where for themself.
  public var actingAs: MemberID?
  /// The command's; shown to its own sender only, else nil.
  public var commandID: CommandID?

  public init(actor: MemberID? = nil, actingAs: MemberID? = nil, commandID: CommandID? = nil) {
    self.actor = actor
    self.actingAs = actingAs
    self.commandID = commandID
  }
}

extension EventMetadata: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    actor = try object.decodeIfPresent(MemberID.self, forKey: "actor")
    actingAs = try object.decodeIfPresent(MemberID.self, forKey: "acting_as")
    commandID = try object.decodeIfPresent(CommandID.self, forKey: "command_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(actor, forKey: "actor")
    try object.encode(actingAs, forKey: "acting_as")
    try object.encode(commandID, forKey: "command_id")
  }
}

extension EventMetadata: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    actor = try json.readIfPresent("actor")
    actingAs = try json.readIfPresent("acting_as")
    commandID = try json.readIfPresent("command_id")
  }
}
