import Commands
import Domain
import ProtocolSchema

extension Method {
  static let ofNotes: [Method] = [
    .command(
      "notes.add", "Writes a note on a title of your collection, or on an episode.",
      takes: [
        CollectionParameters.mediaType, CollectionParameters.tmdbID, CollectionParameters.noteSeason,
        CollectionParameters.noteEpisode, CollectionParameters.noteText, CollectionParameters.ownerOnly,
      ],
      gives: CollectionTypes.changedNote, refuses: [.notInCollection, .tooManyNotes]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      let command = CollectionCommand.addNote(
        caller.makeID(), try parameters.ref(), try parameters.notedEpisode(),
        text: try parameters[CollectionParameters.noteText],
        ownerOnly: try parameters[CollectionParameters.ownerOnly] ?? true)
      return PreparedCommand(command, of: actor, in: household, by: sender) { rows in
        // A repeated command has made another id.
        try (rows.payload() as NoteAdded).noteID
      }
    },
    .noteCommand(
      "notes.edit", "Changes a note.", [CollectionParameters.newNoteText, CollectionParameters.newOwnerOnly],
      needsOneOf: [["text", "owner_only"]]
    ) { (note, parameters) throws(Refusal) in
      .editNote(
        note, text: try parameters[CollectionParameters.newNoteText],
        ownerOnly: try parameters[CollectionParameters.newOwnerOnly])
    },
    .noteCommand("notes.remove", "Removes a note.", []) { (note, _) throws(Refusal) in .removeNote(note) },
    .query(
      "notes.list", "Lists a member's notes; of one title, also those that others share with the household.",
      takes: [
        PageParameters.limit, PageParameters.cursor, CollectionParameters.notedType, CollectionParameters.notedID,
        CollectionParameters.member,
      ], refuses: Refusal.ofCollectionQueries
    ) { (parameters, caller) throws(Refusal) in
      let type = try parameters[CollectionParameters.notedType]
      let id = try parameters[CollectionParameters.notedID]
      if type != nil, id == nil { throw .badParameter("tmdb_id", "is missing") }
      if type == nil, id != nil { throw .badParameter("media_type", "is missing") }
      return NotesQuery(
        owner: try caller.collectionOwner(parameters), ref: type.flatMap { type in id.map { TitleRef(type, $0) } },
        limit: try parameters[PageParameters.limit], cursor: try parameters[PageParameters.cursor])
    },
  ]

  /// Declares a command on a note of the caller.
  private static func noteCommand(
    _ name: String, _ summary: String, _ parameters: [any DeclaredParameter],
    needsOneOf alternatives: [[StaticString]] = [],
    _ command: @escaping @Sendable (NoteID, Parameters) throws(Refusal) -> CollectionCommand
  ) -> Method {
    .command(
      name, summary, takes: [CollectionParameters.note] + parameters, needsOneOf: alternatives,
      gives: CollectionTypes.changedNote, refuses: [.unknownNote, .notYourNote]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      let note = try parameters[CollectionParameters.note]
      return PreparedCommand(try command(note, parameters), of: actor, in: household, by: sender) { _ in note }
    }
  }
}

extension Parameters {
  /// Returns the episode that a note is on; nil for a note on the title itself.
  fileprivate func notedEpisode() throws(Refusal) -> EpisodeRef? {
    let season = try self[CollectionParameters.noteSeason]
    let episode = try self[CollectionParameters.noteEpisode]
    if season == nil, episode == nil { return nil }
    guard let season else { throw .badParameter("season_number", "is missing") }
    guard let episode else { throw .badParameter("episode_number", "is missing") }
    return EpisodeRef(season, episode)
  }
}
