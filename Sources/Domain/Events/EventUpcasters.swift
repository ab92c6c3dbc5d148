import Primitives

/// How older versions of event data are rewritten as the next one. Each stays for ever.
enum EventUpcasters {
  static let all: [String: [EventSchema.Upcaster]] = [
    MemberJoined.type: [addInviteID]
  ]

  /// `MemberJoined` 1 to 2: before there were invites, nobody came by one.
  private static let addInviteID: EventSchema.Upcaster = { json throws(JSONError) in
    var upcast = JSONWriter()
    upcast.object { upcast in
      for (name, value) in json.members where name != "invite_id" {
        upcast.key(name)
        upcast.raw(value.encoded)
      }
      upcast.nullField("invite_id")
    }
    return upcast.bytes
  }
}
