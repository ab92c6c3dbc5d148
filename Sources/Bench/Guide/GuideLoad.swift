import Console
import Glibc
import MovieNightPrimitives
import Platform

/// Fills a household's guide over a connection, and measures its answers one request at a time.
struct GuideLoad {
  private let connection: BenchConnection
  /// The id of the server's process; nil if its processor time is not measured.
  private let server: Int?

  /// The page that is asked for: a month in which each series of the catalog has an episode every week.
  private static let page = #""start_date":"2026-07-01","end_date":"2026-07-31""#
  private static let firstDay = CalendarDate(year: 2026, month: 7, day: 1)
  private static let itemsOfCommand = 200

  init(_ connection: BenchConnection, server: Int?) {
    self.connection = connection
    self.server = server
  }

  /// Makes the household watch the series with the ids from 1 to `shows`, and measures.
  func run(shows: Int, requests: Int) throws -> GuideResult {
    for first in stride(from: 1, through: shows, by: Self.itemsOfCommand) {
      let items = (first...min(first + Self.itemsOfCommand - 1, shows)).map {
        #"{"media_type":"tv","tmdb_id":\#($0),"status":"watching"}"#
      }
      _ = try connection.ask("titles.add", #""items":[\#(items.joined(separator: ","))]"#)
    }
    let today = Self.page + #","today":"2026-07-15""#
    let guide = try connection.ask("guide.get", today + #","wait_ms":10000"#)
    guard try guide.integer("total_shows") == shows, guide["partial"]?.bool == false else {
      throw CommandFailure("the server's catalog lacks some of the series")
    }
    let renewed = [
      try measure("another today", requests) { number in
        ("guide.get", Self.page + #","today":"\#(Self.firstDay.advanced(byDays: number))""#)
      },
      try measure("after a mark", requests, mark: { Self.mark($0, among: shows) }) { _ in ("guide.get", today) },
    ]
    let etag = try connection.ask("guide.get", today).string("etag")
    let finished = [
      try measure("finished", requests) { _ in ("guide.get", today) },
      try measure("not modified", requests) { _ in ("guide.get", today + #","if_none_match":"\#(etag)""#) },
      try measure("calendar", requests) { _ in ("guide.calendar", today) },
    ]
    return GuideResult(
      shows: shows, episodes: try guide.integer("total_episodes"), measured: renewed + finished)
  }

  /// Returns the parameters of a mark that changes the guide. Each of the first marks is of another episode.
  private static func mark(_ number: Int, among shows: Int) -> String {
    let (show, episode) = (number % shows + 1, number / shows % 10 + 1)
    return #""tmdb_id":\#(show),"season_number":2,"episode_numbers":[\#(episode)],"again":true"#
  }

  /// Measures requests, each after a mark with the parameters that `mark` returns.
  private func measure(
    _ name: String, _ requests: Int, mark: ((Int) -> String)? = nil,
    _ request: (Int) -> (method: String, parameters: String)
  ) throws -> GuideResult.Measured {
    var (latencies, bytes) = ([Int](), 0)
    let before = try processorTime()
    for number in 0..<requests {
      if let mark { _ = try connection.ask("episodes.mark", mark(number)) }
      let (method, parameters) = request(number)
      let start = SystemClock.nanoseconds()
      bytes += try connection.answerLength(method, parameters)
      latencies.append(SystemClock.nanoseconds() - start)
    }
    let processor = try processorTime().flatMap { after in before.map { (after - $0) / requests } }
    let load = LoadResult(
      latencies: latencies, duration: .seconds(1), answerBytes: bytes / max(1, requests), errors: [:])
    // The time of a mark cannot be told from that of the request after it.
    return GuideResult.Measured(name: name, load: load, processor: mark == nil ? processor : nil)
  }

  /// Returns the processor time that the server has used, in microseconds; nil if its process is unknown.
  private func processorTime() throws -> Int? {
    guard let server else { return nil }
    guard let file = fopen("/proc/\(server)/stat", "r") else { throw CommandFailure("there is no process \(server)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    // The fields after the name, which is in parentheses. User and system time are the 12th and 13th of them.
    let fields = bytes[..<count].split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
    guard fields.count > 12, let user = Int(String(decoding: fields[11], as: UTF8.self)),
      let system = Int(String(decoding: fields[12], as: UTF8.self))
    else { throw CommandFailure("/proc/\(server)/stat is not as expected") }
    return (user + system) * 1_000_000 / sysconf(Int32(_SC_CLK_TCK))
  }
}

struct GuideResult: MeasuredResult {
  struct Measured {
    let name: String
    let load: LoadResult
    /// The server's processor time for a request in microseconds; nil if it was not measured.
    let processor: Int?
  }

  let shows: Int
  let episodes: Int
  let measured: [Measured]

  var isGood: Bool { true }

  var lines: [String] {
    ["\(grouped(shows)) shows with \(grouped(episodes)) episodes"]
      + measured.map { measured in
        let load = measured.load
        let processor = measured.processor.map { ", processor \(grouped($0)) µs" } ?? ""
        return "\(measured.name): median \(grouped(load.microseconds(within: 0.5))) µs, "
          + "p99 \(grouped(load.microseconds(within: 0.99))) µs\(processor), \(grouped(load.answerBytes)) bytes"
      }
  }

  var json: String {
    JSONWriter.object { json in
      json.field("shows", shows)
      json.field("episodes", episodes)
      for measured in measured {
        json.key(measured.name)
        json.object { json in
          json.field("median_us", measured.load.microseconds(within: 0.5))
          json.field("p99_us", measured.load.microseconds(within: 0.99))
          json.field("processor_us", measured.processor)
          json.field("answer_bytes", measured.load.answerBytes)
        }
      }
    }.text
  }
}

extension BenchConnection {
  /// Sends a request, and returns the length of its answer when all of it has arrived. Does not parse the answer, because
  /// that takes longer than many answers.
  fileprivate func answerLength(_ method: String, _ parameters: String) throws -> Int {
    try send(Array((#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)}}"# + "\n").utf8))
    var (length, isResult) = (0, false)
    let number = socket.number
    try withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 16) { buffer in
      var isComplete = false
      while !isComplete {
        let count = try systemCall("recv") { recv(number, buffer.baseAddress, buffer.count, 0) }
        guard count > 0 else { throw CommandFailure("the server closed the connection") }
        if length == 0 { isResult = buffer[..<count].starts(with: #"{"jsonrpc":"2.0","id":1,"result""#.utf8) }
        length += count
        isComplete = buffer[count - 1] == UInt8(ascii: "\n")
      }
    }
    guard isResult else { throw CommandFailure("\(method) was refused") }
    return length - 1
  }
}
