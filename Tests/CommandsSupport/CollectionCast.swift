import Commands
import Domain
import MovieNightPrimitives

/// The titles, lists and notes that the tests of collections use.
extension Cast {
  static func list(_ number: Int) -> ListID { ListID(high: 5, low: UInt64(number)) }
  static func note(_ number: Int) -> NoteID { NoteID(high: 6, low: UInt64(number)) }

  static func facts(_ number: Int) -> TitleFacts { TitleFacts(title: "Title \(number)") }

  static func newMovie(_ number: Int) -> NewTitle { NewTitle(.movie(number), facts(number)) }
  static func newMovies(_ numbers: ClosedRange<Int>) -> [NewTitle] { numbers.map(newMovie) }

  /// Returns the facts of a series with specials and with seasons of `counts` episodes. The last season began in 2025,
  /// each earlier one a year before the next. Episodes from `next` on have not aired.
  static func seriesFacts(_ number: Int, _ counts: [Int] = [3, 2], next: EpisodeRef? = nil, status: String = "Ended")
    -> TitleFacts
  {
    var facts = facts(number)
    let specials = TitleSeason(number: 0, name: "Specials", airDate: day(2020), episodeCount: 2)
    facts.airing.seasons =
      [specials]
      + counts.enumerated().map { index, count in
        TitleSeason(number: index + 1, name: nil, airDate: day(2026 - counts.count + index), episodeCount: count)
      }
    facts.airing.nextEpisode = next.map { UpcomingEpisode(season: $0.season, number: $0.number, airDate: nil) }
    facts.airing.seriesStatus = status
    return facts
  }

  static func newSeries(_ number: Int, _ facts: TitleFacts? = nil) -> NewTitle {
    NewTitle(.series(number), facts ?? seriesFacts(number))
  }

  /// Returns the first of January.
  static func day(_ year: Int) -> CalendarDate { CalendarDate(year: year, month: 1, day: 1) }
}

extension EpisodeSelection {
  init(of series: Int, season: Int?, numbers: [Int]? = nil, through: Bool = false) {
    self.init(of: series)
    (self.season, self.numbers, self.through) = (season, numbers, through)
  }
}

extension ListChanges {
  init(
    name: String? = nil, description: String? = nil, icon: String? = nil, color: String? = nil,
    isShared: Bool? = nil, isDefault: Bool? = nil, cleared: Set<ClearedListField> = []
  ) {
    self.init()
    (self.name, self.description, self.icon, self.color) = (name, description, icon, color)
    (self.isShared, self.isDefault, self.cleared) = (isShared, isDefault, cleared)
  }
}

extension CollectionCommand {
  static func add(_ titles: NewTitle...) -> CollectionCommand { .addTitles(titles) }

  static func set(_ title: TitleRef, _ change: (inout TitleChanges) -> Void) -> CollectionCommand {
    var changes = TitleChanges()
    change(&changes)
    return .setTitles([title], changes)
  }

  static func prefer(_ change: (inout PreferenceChanges) -> Void) -> CollectionCommand {
    var changes = PreferenceChanges()
    change(&changes)
    return .setPreferences(changes)
  }

  static func mark(_ movie: MovieID, _ watchedAt: WatchedAt? = nil, again: Bool = false) -> CollectionCommand {
    .markMovies([movie], watchedAt: watchedAt, again: again)
  }

  static func createList(_ number: Int, isShared: Bool = false, isDefault: Bool = false) -> CollectionCommand {
    .createList(Cast.list(number), ListChanges(name: "List \(number)", isShared: isShared, isDefault: isDefault))
  }

  static func addNote(_ number: Int, on title: TitleRef, _ text: String = "Good", ownerOnly: Bool = true)
    -> CollectionCommand
  {
    .addNote(Cast.note(number), title, nil, text: text, ownerOnly: ownerOnly)
  }
}
