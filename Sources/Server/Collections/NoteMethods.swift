import Commands
import Domain
import ProtocolSchema

extension Method {
  static let ofNotes: [Method] = [
    .collectionCommand(
      "notes.add", "Writes a note on a title of your collection, or on an episode.",
      takes: [
        CollectionParameters.mediaType, CollectionParameters.tmdbID, CollectionParameters.noteSeason,
        CollectionParameters.noteEpisode, CollectionParameters.noteText, CollectionParameters.ownerOnly,
      ],
      gives: CollectionTypes.changedNote, refuses: [.notInCollection, .tooManyNotes]
    ) { (parameters, caller) throws(Refusal) in
      let command = CollectionCommand.addNote(
        caller.makeID(), try parameters.ref(),
        try parameters.episode(CollectionParameters.noteSeason, CollectionParameters.noteEpisode),
        text: try parameters[CollectionParameters.noteText],
        ownerOnly: try parameters[CollectionParameters.ownerOnly] ?? true)
      // A repeated command has made another id.
      return (command, { try ($0.payload() as NoteAdded).noteID })
    },
    .collectionCommand(
      "notes.edit", "Changes a note.",
      takes: [CollectionParameters.note, CollectionParameters.newNoteText, CollectionParameters.newOwnerOnly],
      needsOneOf: [["text", "owner_only"]], gives: CollectionTypes.changedNote, refuses: [.unknownNote, .notYourNote]
    ) { (parameters, _) throws(Refusal) in
      let note = try parameters[CollectionParameters.note]
      let command = CollectionCommand.editNote(
        note, text: try parameters[CollectionParameters.newNoteText],
        ownerOnly: try parameters[CollectionParameters.newOwnerOnly])
      return (command, { _ in note })
    },
    .collectionCommand(
      "notes.remove", "Removes a note.", takes: [CollectionParameters.note], gives: CollectionTypes.changedNote,
      refuses: [.unknownNote, .notYourNote]
    ) { (parameters, _) throws(Refusal) in
      let note = try parameters[CollectionParameters.note]
      return (.removeNote(note), { _ in note })
    },
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
}

extension Parameters {
  /// Returns the episode that two parameters name; nil if both are omitted.
  func episode(_ season: Parameter<Int?>, _ episode: Parameter<Int?>) throws(Refusal) -> EpisodeRef? {
    let season = try self[season]
    let episode = try self[episode]
    if season == nil, episode == nil { return nil }
    guard let season else { throw .badParameter("season_number", "is missing") }
    guard let episode else { throw .badParameter("episode_number", "is missing") }
    return EpisodeRef(season, episode)
  }
}
