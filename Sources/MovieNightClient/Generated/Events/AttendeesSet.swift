// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who takes part has changed. The votes of who is dropped are gone, and so is their being done.
public struct AttendeesSet: Hashable, Sendable {
  /// As in RoundDrafted.
  public var attendees: Attendees

  public init(attendees: Attendees) {
    self.attendees = attendees
  }
}

extension AttendeesSet: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    attendees = try object.decode(Attendees.self, forKey: "attendees")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(attendees, forKey: "attendees")
  }
}

extension AttendeesSet: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    attendees = try json.read("attendees")
  }
}
