import FakeTMDb
import Glibc

/// `fake-tmdb [MILLISECONDS|silent]`: `FakeTMDb` as a program, for `scripts/bench-catalog`.
///
/// It answers after a delay, or never. Its first line is `ready http://127.0.0.1:PORT/3`. On SIGTERM it prints the
/// number of requests for each path.
@main enum FakeTMDbServer {
  static func main() throws {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    // Block the signal before any thread starts, so that all threads inherit the mask.
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    let tmdb = try FakeTMDb()
    tmdb.movies = movies
    tmdb.series = [series]
    switch CommandLine.arguments.dropFirst().first {
    case "silent": tmdb.behave(.silence)
    case let word?: tmdb.behave(.slow(milliseconds: Int(word) ?? 0))
    case nil: break
    }
    print("ready \(tmdb.base)")
    fflush(nil)

    var signal: Int32 = 0
    sigwait(&signals, &signal)
    for (path, requests) in Dictionary(grouping: tmdb.requests, by: \.path).sorted(by: { $0.key < $1.key }) {
      print("\(requests.count) \(path)")
    }
    tmdb.stop()
  }

  private static let overview = String(
    repeating: "Friends meet in the evening, and one of them knows the end. ", count: 5)

  private static let movies = (1...60).map {
    FakeTMDb.Movie(
      id: $0, title: "Night \($0)", releaseDate: "2001-01-01", overview: overview, genres: [(18, "Drama")],
      popularity: Double($0), voteAverage: 7, voteCount: 100, runtime: 100, posterPath: "/night.jpg",
      certifications: ["US": "PG"])
  }

  /// A series with more seasons than a server keeps in memory.
  private static let series = FakeTMDb.Series(
    id: 1396, name: "Nights", firstAirDate: "2001-01-01",
    seasons: (1000...3399).map { number in
      FakeTMDb.Season(
        number: number, name: "Season \(number)", overview: overview, airDate: "2001-01-01", posterPath: "/season.jpg",
        episodes: (1...13).map {
          FakeTMDb.Episode(
            number: $0, id: number * 100 + $0, name: "Night \($0)", overview: overview, airDate: "2001-01-01",
            runtime: 47,
            stillPath: "/still.jpg")
        })
    })
}
