import Primitives

/// How older versions of event data are rewritten as the next one. Each stays for ever.
enum EventUpcasters {
  static let all: [String: [EventSchema.Upcaster]] = [
    MemberJoined.type: [addInviteID], MemberErased.type: [keepEraser],
    MovieSuggested.type: [keepYear], MovieProposed.type: [keepYear], RoundImported.type: [keepYear],
    MovieWatched.type: [keepYear], MovieAddedToWatchlist.type: [keepYear], MovieMarkedWatched.type: [keepYear],
    MovieUnmarkedWatched.type: [keepYear],
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

  /// What holds a movie, 1 to 2: before its year could be null, it stood there always.
  private static let keepYear: EventSchema.Upcaster = { json throws(JSONError) in Array(json.encoded) }

  /// `MemberErased` 1 to 2: before an administrator could erase, it was always a member who did.
  private static let keepEraser: EventSchema.Upcaster = { json throws(JSONError) in
    let _: MemberID = try json.identifier("erased_by")
    return Array(json.encoded)
  }
}
