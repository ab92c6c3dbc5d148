import Foundation
import Testing

@testable import Server

/// The structs of the earlier app, written again from its description (the versions 1.0 and 1.1), decode the result.
private struct TVGuideData: Decodable {
  struct Service: Decodable {
    var id: Int
    var name: String
    var logo: String?
    var color: String
    var textColor: String
    var badgeColor: String?
  }

  struct ServiceGroup: Decodable {
    var service: Service
    var shows: [TVGuideShow]
  }

  struct DateRange: Decodable {
    var startDate: String
    var endDate: String
  }

  var services: [ServiceGroup]
  var dateRange: DateRange
  var totalShows: Int
  var totalEpisodes: Int
  var days: [String]?
}

private struct TVGuideShow: Decodable {
  struct ActiveWindow: Decodable {
    var start: String
    var end: String
  }

  var tmdbId: Int
  var title: String
  var poster: String?
  var streamingServices: [TVGuideData.Service]
  var activeWindow: ActiveWindow?
  var upcomingEpisodes: [TVGuideEpisode]
  var bufferDays: Int?
  var country: String?
}

private struct TVGuideEpisode: Decodable {
  var seasonNumber: Int?
  var episodeNumber: Int?
  var airDate: String
  var title: String
  var tmdbId: Int
  var episodeId: String?
  var airDateTime: String?
  var timeSource: String?
  var serviceId: Int?
}

@Suite struct TVGuideStructTests {
  @Test func structsOfTheAppDecodeTheResult() throws {
    var world = GuideWorld(services: ["Netflix"], shows: [GuideWorld.Show(id: 1396)])
    world.shows[0].offers = ["US": [[9]]]
    world.shows[0].seasons = [
      GuideWorld.Season(
        number: 2, date: "2026-02-10", episodes: [GuideWorld.Episode(number: 3, date: "2026-02-10", name: "Peekaboo")])
    ]
    let data = try world.guide().decoded(as: TVGuideData.self)
    #expect(data.services.map(\.service.name) == ["Netflix", "Amazon Prime Video"])
    #expect(data.services[1].service.logo == "https://image.tmdb.org/t/p/w300/9.jpg")
    #expect(data.services[1].service.color == "#00A8E1" && data.services[1].service.badgeColor == "#3E92AE")
    #expect(data.dateRange.startDate == "2026-02-01" && data.dateRange.endDate == "2026-02-28")
    #expect(data.totalShows == 1 && data.totalEpisodes == 1 && data.days?.count == 28)
    let show = try #require(data.services[1].shows.first)
    #expect(show.tmdbId == 1396 && show.title == "Show" && show.bufferDays == 0)
    #expect(show.poster == "https://image.tmdb.org/t/p/w342/poster1396.jpg")
    #expect(show.streamingServices.map(\.id) == [9])
    #expect(show.activeWindow?.start == "2026-02-10" && show.activeWindow?.end == "2026-02-10")
    let episode = try #require(show.upcomingEpisodes.first)
    #expect(episode.seasonNumber == 2 && episode.episodeNumber == 3 && episode.airDate == "2026-02-10")
    #expect(episode.title == "Peekaboo" && episode.tmdbId == 1396 && episode.episodeId == "1396-s2e3")
    #expect(episode.airDateTime == nil && episode.timeSource == nil && episode.serviceId == 9)
  }
}
