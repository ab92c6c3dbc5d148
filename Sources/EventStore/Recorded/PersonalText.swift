import MovieNightPrimitives

/// A text that says something about a person: a name, an avatar, a note.
///
/// It lives beside the events, which only hold its id, so that it can be erased while they stay whole.
public struct PersonalText: Equatable, Sendable {
  public var id: TextID
  public var owner: OwnerID
  /// Whom it is about; nil for the owner as a whole.
  public var subject: ActorID?
  /// A JSON value.
  public var value: [UInt8]

  public init(id: TextID, owner: OwnerID, subject: ActorID?, value: [UInt8]) {
    self.id = id
    self.owner = owner
    self.subject = subject
    self.value = value
  }
}

/// What a command does to a personal text, in the same step in which its events are recorded.
public enum PersonalTextChange: Equatable, Sendable {
  /// Adds it, or replaces the one with its id.
  case put(PersonalText)
  case delete(TextID, owner: OwnerID)
}
