import MovieNightKit

/// The notes on a title or an episode, with forms for one's own.
struct NotesSection: Sendable {
  let texts = CollectionTexts()
  let entries: [NoteModel]
  let type: String
  let tmdb: Int
  /// The season and number of the episode; nil for a title.
  let season: Int?
  let episode: Int?

  /// All notes on a title, including those on its episodes.
  init(_ notes: [TitleNote], on title: TitleAddress, member: MemberID, reader: Reader) {
    entries = notes.map { NoteModel($0, about: NoteModel.about($0), member: member, reader: reader) }
    (type, tmdb) = ("\(title.type)", title.id)
    (season, episode) = (nil, nil)
  }

  /// - Parameter notes: The notes on the series, from which those on the episode are taken.
  init(
    _ notes: [TitleNote], of series: SeriesID, season: Int, episode: Int, member: MemberID, reader: Reader
  ) {
    entries = notes.filter { $0.seasonNumber == season && $0.episodeNumber == episode }.map {
      NoteModel($0, about: nil, member: member, reader: reader)
    }
    (type, tmdb) = ("\(MediaType.tv)", series.rawValue)
    (self.season, self.episode) = (season, episode)
  }
}

struct NoteModel: Sendable, Equatable {
  let id: String
  let text: String
  /// The episode; nil for the title, and where the page is about the episode.
  let about: String?
  let author: String?
  let day: TimeText
  let isOwnerOnly: Bool
  let visibility: String
  /// Only its author can change a note.
  let isOwn: Bool

  init(_ note: TitleNote, about: String?, member: MemberID, reader: Reader) {
    let texts = CollectionTexts()
    id = "\(note.id)"
    text = note.text
    self.about = about
    isOwn = note.authorID == member
    author = isOwn ? nil : texts.by(note.authorName)
    day = reader.day(note.modifiedAt)
    isOwnerOnly = note.ownerOnly
    visibility = note.ownerOnly ? texts.onlyForYou : texts.shared
  }

  static func about(_ note: TitleNote) -> String? {
    note.seasonNumber.flatMap { season in
      note.episodeNumber.map { EpisodeCode.text(season, $0) } ?? CollectionTexts().season(season)
    }
  }
}
