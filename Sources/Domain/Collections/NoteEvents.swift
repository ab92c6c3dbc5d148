import MovieNightPrimitives

/// A note on a title or an episode was written. Its text is a personal text.
public struct NoteAdded: CollectionPayload {
  public static let type = "NoteAdded"
  public var memberID: MemberID
  public var noteID: NoteID
  public var title: TitleRef
  /// The episode; nil if the note is on the title.
  public var episode: EpisodeRef?
  /// Whether only the author, and a child's parent, can read the note.
  public var ownerOnly: Bool
  /// The time at which the note was written, which for an imported note is before the event.
  public var createdAt: Timestamp

  public init(
    memberID: MemberID, noteID: NoteID, title: TitleRef, episode: EpisodeRef?, ownerOnly: Bool, createdAt: Timestamp
  ) {
    self.memberID = memberID
    self.noteID = noteID
    self.title = title
    self.episode = episode
    self.ownerOnly = ownerOnly
    self.createdAt = createdAt
  }

  public static let fields = Fields(
    Self.init(memberID:noteID:title:episode:ownerOnly:createdAt:), Field("member_id", \.memberID),
    Field("note_id", \.noteID), Field(members: \.title), Field("episode", \.episode),
    Field("owner_only", \.ownerOnly), Field("created_at", \.createdAt))
}

public struct NoteChanged: CollectionPayload {
  public static let type = "NoteChanged"
  public var memberID: MemberID
  public var noteID: NoteID
  public var ownerOnly: Bool
  public var hasNewText: Bool

  public init(memberID: MemberID, noteID: NoteID, ownerOnly: Bool, hasNewText: Bool) {
    self.memberID = memberID
    self.noteID = noteID
    self.ownerOnly = ownerOnly
    self.hasNewText = hasNewText
  }

  public static let fields = Fields(
    Self.init(memberID:noteID:ownerOnly:hasNewText:), Field("member_id", \.memberID), Field("note_id", \.noteID),
    Field("owner_only", \.ownerOnly), Field("text_changed", \.hasNewText))
}

public struct NoteRemoved: CollectionPayload {
  public static let type = "NoteRemoved"
  public var memberID: MemberID
  public var noteID: NoteID
  public var title: TitleRef

  public init(memberID: MemberID, noteID: NoteID, title: TitleRef) {
    self.memberID = memberID
    self.noteID = noteID
    self.title = title
  }

  public static let fields = Fields(
    Self.init(memberID:noteID:title:), Field("member_id", \.memberID), Field("note_id", \.noteID),
    Field(members: \.title))
}
