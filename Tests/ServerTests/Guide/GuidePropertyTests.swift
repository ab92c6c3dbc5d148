import Domain
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Server

/// Random worlds, compared with a second calculation.
@Suite struct GuidePropertyTests {
  private static let seeds: Range<UInt64> = 0..<60
  private static let worldsPerSeed: UInt64 = 25

  private func worlds(_ seed: UInt64) -> [GuideWorld] {
    (0..<Self.worldsPerSeed).map { GuideWorld(seed: seed * 1000 + $0) }
  }

  /// Reports the smallest part of the world in which the property does not hold.
  private func require(_ world: GuideWorld, _ seed: UInt64, _ holds: (GuideWorld) throws -> Bool) {
    func fails(_ shows: [GuideWorld.Show]) -> Bool {
      var part = world
      part.shows = shows
      return (try? holds(part)) != true
    }
    guard fails(world.shows) else { return }
    var part = world
    part.shows = shrunk(world.shows, fails: fails)
    Issue.record("seed \(seed): \(part)")
  }

  @Test(arguments: seeds) func guideMatchesSecondCalculation(seed: UInt64) {
    for world in worlds(seed) {
      require(world, seed) { try $0.guide().decoded(as: SeenGuide.self) == PlainGuide($0).seen() }
    }
  }

  @Test(arguments: seeds) func orderOfInputDoesNotMatter(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for world in worlds(seed) {
      require(world, seed) { world in
        var input = try world.input()
        let json = Guide(input).json
        input.shows.shuffle(using: &random)
        for index in input.shows.indices {
          guard case .success(let known) = input.shows[index].facts else { continue }
          input.shows[index].facts = .success(
            KnownSeries(known.series, isStale: known.isStale, known.seasons.shuffled(using: &random)))
        }
        return Guide(input).json == json
      }
    }
  }

  @Test(arguments: seeds) func stitchedPagesEqualOneList(seed: UInt64) {
    for var world in worlds(seed) {
      world.start = world.start ?? world.today
      world.end = PlainGuide.day(world.start ?? "", plus: Int(seed) * 5 + 31)
      require(world, seed) { world in
        var (pages, page): ([Guide], GuideWorld) = ([], world)
        repeat {
          pages.append(try page.guide())
          page.start = pages.last?.input.range.nextStart?.description
        } while page.start != nil && pages.count < 20
        // One page of any length, for which the server has no method.
        let listed = pages.flatMap(\.shows).flatMap(\.episodes).map { "\($0.airDate) \($0.id)" }
        let all = world.shows.filter { $0.missing == nil && world.filter.showIDs?.contains($0.id) != false }.flatMap {
          show in
          show.seasons.filter { $0.number > 0 || world.filter.includesSpecials }.flatMap { season in
            season.episodes.compactMap { episode -> String? in
              let ref = EpisodeRef(season.number, episode.number)
              let isSeen = show.watchers.allSatisfy { $0.watched.contains(ref) }
              guard let date = episode.date, !(isSeen && world.filter.unwatchedOnly) else { return nil }
              let day = PlainGuide.day(date, plus: show.settings.shiftDays)
              guard day >= world.start ?? "", day <= world.end ?? "" else { return nil }
              return "\(day) \(show.id)-s\(ref.season)e\(ref.number)"
            }
          }
        }
        let days = pages.flatMap(\.input.range.days).map(\.description)
        return days.first == world.start && days.last == world.end && Set(days).count == days.count
          && (world.filter.serviceIDs == nil ? listed.sorted() == all.sorted() : Set(listed).isSubset(of: all))
      }
    }
  }

  @Test(arguments: seeds) func calendarHasAnEventForEachEpisode(seed: UInt64) {
    for world in worlds(seed) {
      require(world, seed) { world in
        let guide = try world.guide()
        let text = GuideCalendar(guide, of: HouseholdID(high: 1, low: 2), reminders: []).text
        let lines = text.split(separator: "\r\n")
        let uids = lines.filter { $0.hasPrefix("UID:") }
        return lines.allSatisfy { $0.utf8.count <= 75 }
          && uids.count == guide.episodeCount && Set(uids).count == uids.count
          && lines.count { $0 == "BEGIN:VEVENT" } == uids.count
      }
    }
  }
}
