import Domain
import EventStore
import MovieNightPrimitives

/// Decides commands on notes.
extension CollectionDraft {
  /// Returns a note of the member's. Another member's is refused, and only one that the member reads as if it existed.
  private func ownNote(_ id: NoteID) throws(Refusal) -> CollectionState.Note {
    if let note = state.notes[id] { return note }
    let isReadable = context.others.values.contains { other in
      guard let note = other.notes[id], !note.ownerOnly else { return false }
      return !(other.titles[note.title]?.settings.isPrivate ?? false)
    }
    throw isReadable ? .notYourNote : .unknownNote
  }

  mutating func addNote(
    _ id: NoteID, _ title: TitleRef, _ episode: EpisodeRef?, _ text: String, _ ownerOnly: Bool
  ) throws(Refusal) {
    guard state.notes[id] == nil else { return }
    _ = try self.title(title)
    guard episode == nil || title.mediaType == .tv else {
      throw .badParameter("season_number", "is only for series")
    }
    let text = try CollectionTexts.note(id, text, of: member, in: household)
    guard state.notes.count < CollectionLimits.notes else { throw .tooManyNotes }
    add(id, text, on: title, episode, ownerOnly, createdAt: context.now)
  }

  mutating func add(
    _ id: NoteID, _ text: PersonalText, on title: TitleRef, _ episode: EpisodeRef?, _ ownerOnly: Bool,
    createdAt: Timestamp
  ) {
    put(text)
    record(
      NoteAdded(
        memberID: member, noteID: id, title: title, episode: episode, ownerOnly: ownerOnly, createdAt: createdAt),
      as: CollectionEvent.noteAdded)
  }

  mutating func editNote(_ id: NoteID, _ text: String?, _ ownerOnly: Bool?) throws {
    let note = try ownNote(id)
    var hasNewText = false
    if let text {
      let text = try CollectionTexts.note(id, text, of: member, in: household)
      hasNewText = try context.text(TextID(id))?.value != text.value
      if hasNewText { put(text) }
    }
    guard hasNewText || ownerOnly ?? note.ownerOnly != note.ownerOnly else { return }
    record(
      NoteChanged(
        memberID: member, noteID: id, ownerOnly: ownerOnly ?? note.ownerOnly, hasNewText: hasNewText),
      as: CollectionEvent.noteChanged)
  }

  mutating func removeNote(_ id: NoteID) throws(Refusal) {
    let note = try ownNote(id)
    delete(TextID(id))
    record(NoteRemoved(memberID: member, noteID: id, title: note.title), as: CollectionEvent.noteRemoved)
  }
}
