import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections
@testable import Server

@Suite struct ExportTests {
  private let modifiedAt = time("2024-05-01T10:00:00Z")
  private let roundID = RoundID(high: 1, low: 2)

  private var movie: TitleFacts {
    var facts = TitleFacts(title: "Star Wars, \"Episode IV\"")
    (facts.originalTitle, facts.year, facts.overview) = ("Star Wars", 1977, "Far away.")
    (facts.genres, facts.runtime, facts.posterPath, facts.backdropPath) = (["Adventure"], 121, "/a.jpg", "/b.jpg")
    (facts.originalLanguage, facts.imdbID, facts.contentRating) = ("en", "tt0076759", "PG")
    (facts.popularity, facts.voteAverage, facts.voteCount) = (299.015, 8.2, 20141)
    facts.releaseDate = CalendarDate(text: "1977-05-25")
    return facts
  }

  private var series: TitleFacts {
    var facts = TitleFacts(title: "Breaking Bad")
    (facts.airing.firstAirDate, facts.airing.lastAirDate) = (CalendarDate(text: "2008-01-20"), nil)
    (facts.airing.seriesStatus, facts.airing.numberOfSeasons, facts.airing.numberOfEpisodes) = ("Ended", 1, 7)
    facts.airing.seasons = [
      TitleSeason(number: 0, name: "Specials", airDate: nil, episodeCount: nil),
      TitleSeason(number: 1, name: nil, airDate: CalendarDate(text: "2008-01-20"), episodeCount: 7),
    ]
    facts.airing.nextEpisode = UpcomingEpisode(season: 1, number: 3, airDate: CalendarDate(text: "2008-02-10"))
    return facts
  }

  private var settings: TitleSettings {
    var settings = TitleSettings(addedAt: time("2024-01-01T10:00:00Z"))
    (settings.status, settings.rating10, settings.ratedAt) = (.completed, 9, time("2024-01-02T10:00:00Z"))
    (settings.isFavourite, settings.isPrivate) = (true, true)
    return settings
  }

  private func plays(_ times: [WatchedAt], _ episode: EpisodeRef? = nil) -> [AddedPlay] {
    times.enumerated().map { AddedPlay(number: $0 + 1, episode: episode, watchedAt: $1, roundID: roundID) }
  }

  private let member = MemberID(high: 9, low: 9)
  private let owner = OwnerID(HouseholdID(high: 9, low: 8))

  private func title(
    _ ref: TitleRef, _ facts: TitleFacts, _ settings: TitleSettings, lastWatchedAt: WatchedAt = .unknown
  ) -> CollectedTitle {
    let standing = TitleStanding(
      settings: settings, wasCompleted: true, playCount: 1, lastWatchedAt: lastWatchedAt, modifiedAt: modifiedAt)
    return CollectedTitle(
      key: RowKey(ref, of: member), owner: owner, facts: facts, standing: standing, progress: nil, notes: [])
  }

  private func element(_ ref: TitleRef, _ facts: TitleFacts, _ plays: [AddedPlay]) -> [UInt8] {
    ExportedElement.title(
      title(ref, facts, settings, lastWatchedAt: plays.last?.watchedAt ?? .unknown), plays)
  }

  private func list() -> [UInt8] {
    let list = CollectedList(
      listID: ListID(high: 3, low: 4), icon: "star.fill", color: "#FFCC00", isShared: true, place: 1, titleCount: 2,
      watchedCount: 0, createdAt: modifiedAt, modifiedAt: modifiedAt)
    return ExportedElement.list(
      list, name: "Favourites", description: "All of them", order: 2, titles: [.series(1396), .movie(11)],
      isDefault: true)
  }

  private func note(_ episode: EpisodeRef?) -> [UInt8] {
    let id = NoteID(high: 5, low: 6)
    let note = CollectedNote(
      key: CollectedNote.key(of: id, member), owner: owner, title: .series(1396), episode: episode, ownerOnly: false,
      createdAt: time("2024-01-03T10:00:00Z"), modifiedAt: modifiedAt)
    return ExportedElement.note(note, "Line 1\nLine 2")
  }

  // MARK: The seed's document

  @Test func seedsKeysComeFirstAndInOrder() throws {
    func expectKeys(_ json: [UInt8], _ keys: String) throws {
      let expected = keys.split(separator: " ").map(String.init)
      let members = try JSONDocument(json).root.members.map { $0.name }
      #expect(Array(members.prefix(expected.count)) == expected)
      #expect(Set(members).count == members.count)
    }
    try expectKeys(
      element(.movie(11), movie, []),
      """
      id tmdbId imdbId mediaType title year overview genres runtime posterPath backdropPath watched watchedDate \
      likedStatus dateAdded
      """)
    try expectKeys(list(), "id name icon colorHex sortOrder titleIds")
    try expectKeys(
      ExportedElement.episode(EpisodeRef(1, 1), of: .series(1396), []),
      "id showId seasonNumber episodeNumber name overview watched watchedDate")
    try expectKeys(note(nil), "id parentId parentType text ownerOnly dateCreated")
  }

  @Test func seedsKeysHaveValuesThatItsDecoderAccepts() throws {
    let day = try #require(CalendarDate(text: "2024-02-03"))
    var facts = TitleFacts(title: "Hero")
    let bare = try JSONDocument(element(.movie(79), facts, plays([.day(day)]))).root
    #expect(bare["year"]?.integer == 0 && bare["runtime"]?.integer == 0 && bare["genres"]?.kind == .array)
    #expect(bare["watchedDate"]?.string == "2024-02-03T00:00:00Z" && bare["likedStatus"]?.integer == 1)
    #expect(bare["dateAdded"]?.string == "2024-01-01T10:00:00Z" && bare["posterPath"]?.isNull == true)
    #expect(bare["plays"]?.elements.first?["watchedAt"]?.string == "2024-02-03")
    facts.releaseDate = day
    #expect(try JSONDocument(element(.movie(79), facts, [])).root["releaseDate"]?.string == "2024-02-03T00:00:00Z")
  }

  @Test func exportedDocumentIsReadBackAsItWas() throws {
    let day = try #require(CalendarDate(text: "2024-02-03"))
    let times: [WatchedAt] = [.unknown, .day(day), WatchedAt(time("2024-02-04T20:00:00Z"))]
    let episode = EpisodeRef(1, 2)
    let elements: [(String, [[UInt8]])] = [
      ("lists", [list()]), ("titles", [element(.movie(11), movie, plays(times)), element(.series(1396), series, [])]),
      ("episodes", [ExportedElement.episode(episode, of: .series(1396), plays(times, episode))]),
      ("notes", [self.note(nil), self.note(episode)]),
    ]
    let arrays = elements.map { name, elements in
      "\"\(name)\":[\(elements.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ","))]"
    }
    let text = "{\"version\":\"1\",\(arrays.joined(separator: ","))}"
    let source = ImportFormat.movienight.source
    var list = source.list(
      ListID(high: 3, low: 4).description, name: "Favourites", description: "All of them", order: 2)
    (list.icon, list.color, list.isShared, list.isDefault) = ("star.fill", "#FFCC00", true, true)
    let starWars = SourceTitle(
      name: movie.title, year: 1977, imdbID: "tt0076759", tmdbID: 11, mediaType: .movie)
    let breakingBad = SourceTitle(name: series.title, tmdbID: 1396, mediaType: .tv)
    func complete(_ facts: TitleFacts, _ record: inout ImportRecord) {
      (record.facts, record.lacksFacts, record.addedAt) = (facts, false, settings.addedAt)
      record.status = .completed
      record.rating = ImportedRating(rating10: 9, ratedAt: settings.ratedAt)
      (record.isFavourite, record.isPrivate) = (true, true)
    }
    func note(_ episode: EpisodeRef?) -> ImportedNote {
      source.note(
        NoteID(high: 5, low: 6).description, "Line 1\nLine 2", on: episode, ownerOnly: false,
        at: time("2024-01-03T10:00:00Z"))
    }
    #expect(note(nil).originalID == NoteID(high: 5, low: 6) && list.originalID == ListID(high: 3, low: 4))
    func linked(_ title: SourceTitle, _ change: @escaping (inout ImportRecord) -> Void) -> ParsedItem {
      item(1, title) {
        $0.fixesStatus = true
        change(&$0)
      }
    }
    let file = try #require(ParsedFile(.movienight, "a.json", text))
    #expect(file.error == nil)
    #expect(
      file.items == [
        .list(list),
        linked(starWars) {
          complete(movie, &$0)
          $0.plays = times.map { ImportedPlay(watchedAt: $0) }
        },
        linked(breakingBad) {
          complete(series, &$0)
          $0.isWatched = true
        },
        linked(breakingBad) { $0.plays = times.map { ImportedPlay(episode: episode, watchedAt: $0) } },
        linked(breakingBad) { $0.notes = [note(nil)] }, linked(breakingBad) { $0.notes = [note(episode)] },
        linked(breakingBad) { ($0.list, $0.originalList) = (list.id, list.originalID) },
        linked(starWars) { ($0.list, $0.originalList) = (list.id, list.originalID) },
      ])
  }

  // MARK: Pages and rows

  @Test func cursorIsReadBackAndOthersAreRefused() {
    var place = ExportPlace(revision: 7)
    (place.part, place.index, place.inner, place.follows) = (2, 20_000, 3, true)
    #expect(ExportPlace(text: place.text) == place)
    #expect(ExportPlace(text: ExportPlace(revision: -1).text) == ExportPlace(revision: -1))
    for text in ["", "x", "1/2/3/4/1", "1/2/3/4", "1/-2/3/4/1", "1/9999999999999/0/0/0", "1/2/3/4/1/5", "a/0/0/0/0"] {
      let cursor = text == "1/2/3/4/1" ? text : Base64URL.encode(Array(text.utf8))
      #expect(ExportPlace(text: cursor) == nil, "\(text)")
    }
  }

  @Test func pageEndsBeforeTheElementThatDoesNotFit() {
    let half = [UInt8](repeating: 0x78, count: ExportPage.limit / 2)
    var page = ExportPage()
    #expect(page.append(half) && page.append(half) && !page.append([0x78]))
    #expect(page.isFull && page.bytes.count == ExportPage.limit)
    var other = ExportPage()
    let fits = other.append(half + half + half)
    #expect(fits)
  }

  @Test func letterboxdRowQuotesWhatNeedsIt() throws {
    let watchedAt = WatchedAt(time("2024-02-04T20:00:00Z"))
    let text = LetterboxdRow.text(
      of: title(.movie(11), movie, settings), watchedAt, isRewatch: true, review: "Good,\n=1+1")
    #expect(text == "11,tt0076759,\"Star Wars, \"\"Episode IV\"\"\",1977,9,2024-02-04,true,\"Good,\n=1+1\"\r\n")
    let columns = LetterboxdRow.header.dropLast().split(separator: ",").count
    var reader = CSVReader()
    for byte in text.utf8 {
      if let read = try reader.take(byte) { #expect(read.fields.count == columns) }
    }
  }

  @Test func letterboxdRowHasOnlyWhatIsKnown() {
    func row(_ name: String, _ rating: Rating? = nil) -> String {
      var settings = TitleSettings(addedAt: modifiedAt)
      settings.rating = rating
      let hero = title(.movie(11), TitleFacts(title: name), settings)
      return LetterboxdRow.text(of: hero, .unknown, isRewatch: false, review: "")
    }
    #expect(row("Hero") == "11,,Hero,,,,false,\r\n")
    #expect(row("\"\u{301}") == "11,,\"\"\"\u{301}\",,,,false,\r\n")
    let numbers: [(Rating, Int)] = [(.loved, 10), (.liked, 8), (.didNotLike, 3)]
    for (rating, number) in numbers { #expect(row("Hero", rating) == "11,,Hero,,\(number),,false,\r\n") }
  }
}
