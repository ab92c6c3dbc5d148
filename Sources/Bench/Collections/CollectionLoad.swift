import Console
import MovieNightPrimitives
import Platform

/// Fills a collection over a connection, and measures its methods one request at a time.
struct CollectionLoad {
  private let connection: BenchConnection

  private static let itemsOfCommand = 200
  private static let recordsOfPiece = 150
  /// More than so many movies would exceed the limit of a collection.
  private static let movies = 16_000
  private static let rounds = 200

  init(_ connection: BenchConnection) { self.connection = connection }

  /// Adds `titles` titles, one in twenty a series, and measures.
  func run(titles: Int) throws -> CollectionResult {
    for first in stride(from: 0, to: titles, by: Self.itemsOfCommand) {
      let items = (first..<min(first + Self.itemsOfCommand, titles)).map(Self.item)
      _ = try connection.ask("titles.add", #""items":[\#(items.joined(separator: ","))]"#)
    }
    let queries = [
      ("page", "titles.list", #""limit":20"#), ("by title", "titles.list", #""limit":20,"sort":"title""#),
      ("filtered", "titles.list", #""limit":20,"watched":true,"genre":"Comedy","query":"movie""#),
      ("next", "titles.next", #""limit":20"#), ("plays", "plays.list", #""limit":20"#),
    ]
    var latencies: [String: [Int]] = [:]
    func measure(_ name: String, _ method: String, _ parameters: String) throws {
      let start = SystemClock.nanoseconds()
      _ = try connection.ask(method, parameters)
      latencies[name, default: []].append(SystemClock.nanoseconds() - start)
    }
    var time = Timestamp(microseconds: 1_577_836_800_000_000)
    for round in 0..<Self.rounds {
      for (index, query) in queries.enumerated() {
        // Different times, because a play at the time of another one would change nothing.
        time = time.advanced(bySeconds: 60)
        let number = (round * queries.count + index) % titles
        let movie = number.isMultiple(of: 20) ? number + 1 : number
        let mark = #""movies":[\#(Self.id(movie))],"watched_at":"\#(time.text(.seconds))","again":true"#
        try measure("mark", "titles.mark", mark)
        try measure(query.0, query.1, query.2)
      }
    }
    let names = ["mark"] + queries.map(\.0)
    return CollectionResult(
      titles: titles,
      operations: names.map { name in
        (name, LoadResult(latencies: latencies[name] ?? [], duration: .seconds(1), errors: [:]))
      })
  }

  /// Imports a history in the format of Trakt, whose movies have ids.
  func importHistory(lines: Int) throws {
    var session: String?
    func send(_ piece: String) throws {
      let id = session.map { #","import_id":"\#($0)""# } ?? ""
      session = try connection.ask("collection.import", #""format":"trakt","# + piece + id)["import_id"]?.string
    }
    for first in stride(from: 0, to: lines, by: Self.recordsOfPiece) {
      let end = min(first + Self.recordsOfPiece, lines)
      let records = (first..<end).map(Self.record).joined(separator: ",")
      let text = (first == 0 ? "[" : ",") + records + (end == lines ? "]" : "")
      var data = JSONWriter()
      data.string(text)
      try send(#""file":"history.json","more":\#(end < lines),"data":\#(data.text)"#)
    }
    // The server may have records left to decide.
    while session != nil { try send(#""more":false"#) }
  }

  private static func id(_ number: Int) -> Int { 100_000 + number }

  private static func item(_ number: Int) -> String {
    if number.isMultiple(of: 20) {
      return #"{"media_type":"tv","tmdb_id":\#(id(number)),"status":"watching","facts":{"title":"Series \#(number)","#
        + #""year":2020,"seasons":[{"season_number":1,"air_date":"2020-01-01","episode_count":10}]}}"#
    }
    let genre = ["Comedy", "Drama", "Family"][number % 3]
    return #"{"media_type":"movie","tmdb_id":\#(id(number)),"facts":{"title":"The Night of the \#(number) Movies","#
      + #""year":\#(1980 + number % 45),"content_rating":"PG","genres":["\#(genre)"],"poster_path":"/\#(number).jpg","#
      + #""overview":"Somebody loses something, and everybody looks for it until the morning comes."}}"#
  }

  private static func record(_ number: Int) -> String {
    let (movie, turn) = (number % movies, number / movies)
    let time = Timestamp(microseconds: 1_577_836_800_000_000).advanced(bySeconds: Int64(number) * 60)
    return #"{"id":\#(number + 1),"watched_at":"\#(time.text(.seconds))","action":"watch","type":"movie","movie":{"#
      + #""title":"Movie \#(movie)","year":\#(1980 + movie % 45),"ids":{"trakt":\#(turn + 1),"tmdb":\#(id(movie))}}}"#
  }
}

struct CollectionResult: MeasuredResult {
  let titles: Int
  let operations: [(name: String, latencies: LoadResult)]

  var isGood: Bool { true }

  var lines: [String] {
    operations.map { name, latencies in
      "\(name): median \(grouped(latencies.microseconds(within: 0.5))) µs, p99 "
        + "\(grouped(latencies.microseconds(within: 0.99))) µs"
    }
  }

  var json: String {
    JSONWriter.object { json in
      json.field("titles", titles)
      json.object("median_us") { json in
        for (name, latencies) in operations {
          json.key(name)
          json.integer(latencies.microseconds(within: 0.5))
        }
      }
    }.text
  }
}
