import Console
import MovieNightPrimitives

protocol MeasuredResult {
  var lines: [String] { get }
  var json: String { get }
  var isGood: Bool { get }
}

struct LoadResult: MeasuredResult {
  /// The latencies of all measured answers in nanoseconds, sorted.
  let latencies: [Int]
  let duration: Duration
  /// The average length of an answer in bytes, without its line end.
  let answerBytes: Int
  /// The number of errors of each kind, including those during the warm-up.
  let errors: [String: Int]

  init(latencies: [Int], duration: Duration, answerBytes: Int = 0, errors: [String: Int]) {
    self.latencies = latencies.sorted()
    self.duration = duration
    self.answerBytes = answerBytes
    self.errors = errors
  }

  var perSecond: Int { Throughput(events: latencies.count, duration: duration).perSecond }

  var isGood: Bool { errors.isEmpty }

  /// Returns the latency that `share` of the answers do not exceed (nearest rank), in microseconds; 0 for none.
  func microseconds(within share: Double) -> Int {
    guard !latencies.isEmpty else { return 0 }
    let rank = Int((share * Double(latencies.count)).rounded(.up))
    return latencies[min(max(rank, 1), latencies.count) - 1] / 1000
  }

  var lines: [String] {
    [
      "\(grouped(perSecond)) a second (\(grouped(latencies.count)) answers of \(grouped(answerBytes)) bytes)",
      "latency: median \(grouped(microseconds(within: 0.5))) µs, p99 \(grouped(microseconds(within: 0.99))) µs, "
        + "longest \(grouped(microseconds(within: 1))) µs",
      "errors: \(grouped(errors.values.reduce(0, +)))",
    ] + errors.sorted { $0.key < $1.key }.map { "  \(grouped($0.value)) x \(printable($0.key))" }
  }

  var json: String {
    JSONWriter.object { json in
      json.field("answers", latencies.count)
      json.field("per_second", perSecond)
      json.field("median_us", microseconds(within: 0.5))
      json.field("p99_us", microseconds(within: 0.99))
      json.field("longest_us", microseconds(within: 1))
      json.field("answer_bytes", answerBytes)
      json.object("errors") { json in
        for (what, count) in errors.sorted(by: { $0.key < $1.key }) {
          json.key(what)
          json.integer(count)
        }
      }
    }.text
  }
}

struct Throughput: MeasuredResult {
  let events: Int
  let duration: Duration

  var perSecond: Int { Int(Double(events) / max(duration / .seconds(1), 0.001)) }

  var isGood: Bool { true }

  var lines: [String] {
    ["\(grouped(events)) events in \(grouped(Int(duration / .milliseconds(1)))) ms, \(grouped(perSecond)) a second"]
  }

  var json: String {
    JSONWriter.object { json in
      json.field("events", events)
      json.field("milliseconds", Int(duration / .milliseconds(1)))
      json.field("per_second", perSecond)
    }.text
  }
}
