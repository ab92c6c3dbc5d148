import Foundation

@testable import Server

// The result of `guide.get` as a client decodes it. Dates are texts, so that nothing of the server's is used.

struct SeenGuide: Decodable, Equatable {
  struct Dates: Decodable, Equatable {
    var startDate: String
    var endDate: String
  }

  struct Row: Decodable, Equatable {
    var service: SeenService
    var shows: [SeenShow]
  }

  struct Missing: Decodable, Equatable {
    var tmdbId: Int
    var title: String
    var reason: String
  }

  var dateRange: Dates
  var days: [String]
  var today: String
  var country: String
  var focusWeek: Dates
  var nearestDate: String?
  var nothingNew: Bool
  var maxRangeDays: Int
  var nextStartDate: String?
  var services: [Row]
  var unknownServices: [String]
  var totalShows: Int
  var totalEpisodes: Int
  var partial: Bool
  var missing: [Missing]
  var stale: [Int]
}

struct SeenService: Decodable, Equatable {
  var id: Int
  var name: String
}

struct SeenShow: Decodable, Equatable {
  struct Window: Decodable, Equatable {
    var start: String
    var end: String
  }

  struct Premiere: Decodable, Equatable {
    var seasonNumber: Int
    var date: String
    var days: Int
    var label: String
  }

  struct Progress: Decodable, Equatable {
    var memberId: String
    var seasonNumber: Int
    var episodeNumber: Int
  }

  var tmdbId: Int
  var title: String
  var poster: String?
  var status: String?
  var streamingServices: [SeenService]
  var availability: String
  var activeWindow: Window?
  var bufferDays: Int
  var shiftDays: Int
  var nextEpisodeDate: String?
  var premiere: Premiere?
  var inGuide: Bool
  var dimmed: Bool
  var unscheduledEpisodes: Int
  var watchers: [String]
  var progress: [Progress]
  var upcomingEpisodes: [SeenEpisode]
}

struct SeenEpisode: Decodable, Equatable {
  var episodeId: String
  var tmdbId: Int
  var seasonNumber: Int
  var episodeNumber: Int
  var airDate: String
  var sourceAirDate: String
  var title: String
  var serviceId: Int
  var kind: String
  var watchedBy: [String]
}

extension Guide {
  var json: [UInt8] { GuideTypes.content.bytes(of: self) }

  func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(json))
  }
}
