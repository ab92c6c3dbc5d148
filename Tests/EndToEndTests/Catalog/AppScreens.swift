#if TMDb
  import Foundation

  // These types have only the members of an answer that an app's screens show.

  /// The URLs of an image in the sizes that an app shows.
  struct ImageURLSet: Decodable, Equatable {
    let thumbnail: URL
    let card: URL
    let detail: URL
    let full: URL
  }

  /// The screen of a season, with a header and a row for each episode.
  struct SeasonScreen: Decodable, Equatable {
    struct Row: Decodable, Equatable {
      let tmdbEpisodeId: Int
      let seasonNumber: Int
      let episodeNumber: Int
      let name: String
      /// The episode's number and name.
      let label: String
      let overview: String?
      let airDate: String?
      let runtime: Int?
      let stillUrls: ImageURLSet?
    }

    let tmdbId: Int
    let seasonNumber: Int
    let name: String
    let overview: String?
    let posterUrls: ImageURLSet?
    let episodes: [Row]

    /// - Parameter number: The number of an episode.
    subscript(number: Int) -> Row? { episodes.first { $0.episodeNumber == number } }
  }

  /// The screen of an episode, which is fetched separately from its season.
  struct EpisodeScreen: Decodable, Equatable {
    let tmdbEpisodeId: Int
    let seasonNumber: Int
    let episodeNumber: Int
    let name: String
    let overview: String?
    let airDate: String?
    let runtime: Int?
    let stillUrls: ImageURLSet?
  }

  extension Wire {
    func season(_ series: Int, _ season: Int, _ more: String = "") throws -> SeasonScreen {
      try screen("tv.season", #""tmdb_id":\#(series),"season_number":\#(season)\#(more)"#)
    }

    func episode(_ series: Int, _ season: Int, _ episode: Int, _ more: String = "") throws -> EpisodeScreen {
      try screen("tv.episode", #""tmdb_id":\#(series),"season_number":\#(season),"episode_number":\#(episode)\#(more)"#)
    }

    private func screen<Screen: Decodable>(_ method: String, _ parameters: String) throws -> Screen {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(Screen.self, from: Data(result(method, parameters).text.utf8))
    }
  }
#endif
