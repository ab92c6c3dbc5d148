import Glibc
import HostileClients
import MovieNightPrimitives

/// `hostile-clients [--server PROGRAM] [--seconds N] [--buffer-memory BYTES] [--only NAME] [--json]`: runs every attack
/// on a new server, and prints the latencies of the bystander and the peak memory of the server.
@main enum Main {
  static func main() throws {
    signal(SIGPIPE, SIG_IGN)
    var words = CommandLine.arguments.dropFirst()
    var (options, isJSON): ([String: String], Bool) = ([:], false)
    while let word = words.popFirst() {
      if word == "--json" {
        isJSON = true
      } else if ["--server", "--seconds", "--buffer-memory", "--only"].contains(word), let value = words.popFirst() {
        options[word] = value
      } else {
        print("usage: hostile-clients [--server PROGRAM] [--seconds N] [--buffer-memory BYTES] [--only NAME] [--json]")
        exit(2)
      }
    }
    let program = options["--server"] ?? ".build/release/movienight"
    let seconds = max(1, options["--seconds"].flatMap { Int($0) } ?? 10)
    let bufferMemory = options["--buffer-memory"].flatMap { Int($0) } ?? 200_000_000
    let attacks = AttackSize.full.attacks.filter { options["--only"].map($0.name.hasPrefix) ?? true }
    var failed = false
    if !isJSON { print(header) }
    for attack in attacks {
      let server = try ServerProgram(program, bufferMemory: bufferMemory, descriptorLimit: attack.descriptorLimit)
      defer { server.end() }
      let report: AttackReport
      do {
        report = try AttackRun(attack, on: server.attacked, seconds: seconds).run()
      } catch {
        print("\(attack.name): \(error)")
        failed = true
        continue
      }
      print(isJSON ? report.json : report.row(bufferMemory: bufferMemory))
      if !isJSON { for problem in report.problems.prefix(2) { print("  \(problem)") } }
      fflush(nil)
      failed = failed || !report.problems.isEmpty
    }
    exit(failed ? 1 : 0)
  }

  private static let header =
    pad("attack", 24)
    + ["ping p50", "p99", "max", "vote p50", "p99", "max", "peak MB", "answers", "ended", "goal"]
    .map { pad($0, 10, right: true) }.joined()
}

extension AttackReport {
  func row(bufferMemory: Int) -> String {
    let times = [pings, votes].flatMap { [$0.median, $0.p99, $0.longest] }.map { tenths($0 / 100_000) }
    let cells =
      times + [
        "\(peakBytes / 1_000_000)", "\(answers)", "\(ended)", isWithinGoal(bufferMemory: bufferMemory) ? "yes" : "no",
      ]
    return pad(attack, 24) + cells.map { pad($0, 10, right: true) }.joined()
  }

  var json: String {
    var writer = JSONWriter()
    writer.object { json in
      json.field("attack", attack)
      json.key("ping")
      pings.write(to: &json)
      json.key("vote")
      votes.write(to: &json)
      json.field("peak_bytes", peakBytes)
      json.field("answers", answers)
      json.field("ended_connections", ended)
      json.key("problems")
      json.array(problems) { $0.string($1) }
    }
    return writer.text
  }

  private func tenths(_ number: Int) -> String { "\(number / 10).\(number % 10)" }
}

extension Latencies {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("count", count)
      json.field("median_us", median / 1000)
      json.field("p99_us", p99 / 1000)
      json.field("max_us", longest / 1000)
    }
  }
}

private func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
  let space = String(repeating: " ", count: max(0, width - text.count))
  return right ? space + text : text + space
}
