import Catalog
import Domain
import MovieNightPrimitives

/// The days of a season's episodes, moved by the household's `shift_days`. Days are numbers since 1970-01-01.
struct SeasonSchedule {
  /// A dated episode.
  struct Airing {
    let day: Int64
    /// The index in the season's facts.
    let index: Int
  }

  let season: KnownSeason
  let airings: [Airing]
  /// The first and last day; nil without dated episodes.
  let days: ClosedRange<Int64>?
  /// The day of the first dated episode; without one, the season's own.
  let begin: Int64?

  var number: Int { season.facts.seasonNumber }
  var undatedCount: Int { season.facts.episodes.count - airings.count }

  init(_ season: KnownSeason, shiftDays: Int) {
    self.season = season
    let shift = Int64(shiftDays)
    airings = season.facts.episodes.indices.compactMap { index in
      season.facts.episodes[index].airDate.map { Airing(day: $0.daysSince1970 + shift, index: index) }
    }
    let sorted = airings.map(\.day).sorted()
    days = sorted.first.flatMap { first in sorted.last.map { first...$0 } }
    begin = days?.lowerBound ?? season.facts.airDate.map { $0.daysSince1970 + shift }
  }

  func episode(_ airing: Airing) -> EpisodeFacts { season.facts.episodes[airing.index] }
}

extension SeriesFacts {
  /// Returns the source's next episode and its day, unless its season is among `seasons`, which have it too.
  func nextEpisode(after seasons: [SeasonSchedule], shiftDays: Int) -> (ref: EpisodeRef, day: Int64)? {
    guard let next = nextEpisode, let date = next.airDate,
      !seasons.contains(where: { $0.number == next.seasonNumber })
    else { return nil }
    return (EpisodeRef(next.seasonNumber, next.episodeNumber), date.daysSince1970 + Int64(shiftDays))
  }
}
