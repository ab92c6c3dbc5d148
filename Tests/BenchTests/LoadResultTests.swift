import MovieNightPrimitives
import Testing

@testable import Bench

@Suite struct LoadResultTests {
  @Test func percentileUsesNearestRank() {
    let result = LoadResult(latencies: (1...200).reversed().map { $0 * 1000 }, duration: .seconds(2), errors: [:])
    #expect(result.perSecond == 100)
    #expect(result.microseconds(within: 0.5) == 100)
    #expect(result.microseconds(within: 0.99) == 198)
    #expect(result.microseconds(within: 0.991) == 199)
    #expect(result.microseconds(within: 1) == 200)
    #expect(result.microseconds(within: 0) == 1)
  }

  @Test func singleAnswerIsEveryPercentile() {
    let result = LoadResult(latencies: [7999], duration: .seconds(1), errors: [:])
    for share in [0, 0.5, 0.99, 1] { #expect(result.microseconds(within: share) == 7) }
  }

  @Test func resultWithoutAnswersIsZero() {
    let result = LoadResult(latencies: [], duration: .zero, errors: ["no answer": 3])
    #expect(result.perSecond == 0)
    #expect(result.microseconds(within: 0.5) == 0)
    #expect(
      result.json
        == #"{"answers":0,"per_second":0,"median_us":0,"p99_us":0,"longest_us":0,"answer_bytes":0,"errors":{"no answer":3}}"#
    )
    #expect(result.lines.last == "  3 x no answer")
  }

  @Test func throughputIsReportedPerSecond() {
    let throughput = Throughput(events: 300_000, duration: .milliseconds(1500))
    #expect(throughput.lines == ["300,000 events in 1,500 ms, 200,000 a second"])
    #expect(throughput.json == #"{"events":300000,"milliseconds":1500,"per_second":200000}"#)
  }
}

@Suite struct LoadRequestTests {
  private let command = Identifier<Never>(high: 0x0123_4567_89AB_7DEF, low: 0x8123_4567_89AB_CDEF)

  private func next(_ request: inout RequestSequence) throws -> JSONValue {
    var line: [UInt8] = []
    request.append(to: &line, command: command)
    #expect(line.last == UInt8(ascii: "\n"))
    return try JSONDocument(line).root
  }

  @Test func votesCycleThroughMoviesAndDirections() throws {
    var request = RequestSequence.vote(round: "r", movies: [100_001, 100_002], hasID: true)
    var seen: [String] = []
    for number in 1...5 {
      let json = try next(&request)
      let parameters = try json.object("params")
      #expect(try json.integer("id") == 1_000_000_000 + number)
      #expect(try parameters.string("command_id") == "01234567-89ab-7def-8123-456789abcdef")
      seen.append("\(try parameters.integer("tmdb_movie_id")) \(try parameters.string("vote"))")
    }
    #expect(seen == ["100001 up", "100002 up", "100001 down", "100002 down", "100001 up"])
  }

  @Test func voteWithoutIDOmitsCommandID() throws {
    var request = RequestSequence.vote(round: "r", movies: [100_001], hasID: false)
    let parameters = try next(&request).object("params")
    #expect(parameters["command_id"] == nil)
    #expect(try parameters.integer("tmdb_movie_id") == 100_001)
  }

  @Test func numbersIncreaseAndWrapAround() throws {
    var request = RequestSequence.query("movies.get", #"{"tmdb_movie_id":NUMBER}"#, counting: 100...102, from: 101)
    let seen = try (1...4).map { _ in try next(&request).object("params").integer("tmdb_movie_id") }
    #expect(seen == [101, 102, 100, 101])
  }

  @Test func expectedAnswerHasRequestNumber() throws {
    var request = RequestSequence.query("sessions.list", #"{"limit":20}"#)
    for _ in 1...3 { #expect(try next(&request).object("params").integer("limit") == 20) }
    _ = request.nextAnswerStart()
    #expect(request.nextAnswerStart() == Array(#"{"jsonrpc":"2.0","id":1000000002,"result":{"#.utf8))
  }
}
