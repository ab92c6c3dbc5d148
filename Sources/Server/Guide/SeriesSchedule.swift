import Catalog
import Domain
import MovieNightPrimitives

/// The days of a season's episodes, moved by the household's `shift_days`. Days are numbers since 1970-01-01.
struct SeasonSchedule {
  /// A dated episode.
  struct Airing {
    let day: Int64
    let number: Int
    /// The index in the season's facts.
    let index: Int
  }

  let season: KnownSeason
  private(set) var airings: [Airing] = []
  private(set) var undatedCount = 0
  private(set) var first: Int64?
  private(set) var last: Int64?
  /// The day of the first dated episode; without one, the season's own.
  private(set) var begin: Int64?

  var number: Int { season.facts.seasonNumber }
  var isRegular: Bool { number > 0 }

  init(_ season: KnownSeason, shiftDays: Int) {
    self.season = season
    let episodes = season.facts.episodes
    var highest = Int.min
    airings.reserveCapacity(episodes.count)
    for index in episodes.indices {
      let number = episodes[index].episodeNumber
      // Numbers ascend unless the source is damaged, and only then can one occur again.
      guard number > highest || !episodes[..<index].contains(where: { $0.episodeNumber == number }) else { continue }
      highest = max(highest, number)
      guard let date = episodes[index].airDate else {
        undatedCount += 1
        continue
      }
      let day = date.daysSince1970 + Int64(shiftDays)
      airings.append(Airing(day: day, number: number, index: index))
      first = min(first ?? day, day)
      last = max(last ?? day, day)
    }
    begin = first ?? season.facts.airDate.map { $0.daysSince1970 + Int64(shiftDays) }
  }

  func episode(_ airing: Airing) -> EpisodeFacts { season.facts.episodes[airing.index] }
}
