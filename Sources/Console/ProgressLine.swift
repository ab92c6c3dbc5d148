/// Shows a long task's progress, speed and remaining time: in a terminal's line, or a log line every few seconds.
package struct ProgressLine {
  private let terminal: Terminal
  private let uptime: @Sendable () -> Duration
  private let title: String
  private let unit: String
  private let started: Duration
  private var shown: Duration?

  /// `title` is the name of the task ("Rebuilding"), `unit` that of the items ("events").
  package init(_ title: String, unit: String, _ environment: Environment) {
    self.title = title
    self.unit = unit
    terminal = environment.errors
    uptime = environment.clock.uptime
    started = environment.clock.uptime()
  }

  /// Reports progress. It can be called often, because most calls draw nothing.
  package mutating func update(_ done: Int, of total: Int?) {
    let now = uptime()
    let interval: Duration = terminal.movesCursor ? .milliseconds(100) : .seconds(5)
    guard now - (shown ?? started - (terminal.movesCursor ? interval : .zero)) >= interval else { return }
    shown = now
    show(text(done, of: total, after: now - started))
  }

  package mutating func finish(_ done: Int) {
    let duration = uptime() - started
    show("\(title): \(grouped(done)) \(unit) in \(seconds(duration)), \(rate(done, duration))")
    if terminal.movesCursor { terminal.line() }
  }

  /// Shows the progress of `body`, which calls its argument with positions up to `end`.
  package static func events<Result>(
    _ title: String, _ end: Int, _ environment: Environment, _ body: ((Int) -> Void) throws -> Result
  ) rethrows -> Result {
    var progress = ProgressLine(title, unit: "events", environment)
    let result = try body { progress.update($0, of: end) }
    progress.finish(end)
    return result
  }

  private func show(_ text: String) {
    if terminal.movesCursor {
      // The line is truncated, because a line that wraps cannot be redrawn.
      terminal.text("\r\(truncated(text, to: terminal.columns - 1))\u{1B}[K")
    } else {
      terminal.line(text)
    }
  }

  private func text(_ done: Int, of total: Int?, after duration: Duration) -> String {
    guard let total, total > 0 else { return "\(title): \(grouped(done)) \(unit), \(rate(done, duration))" }
    let share = min(100, done * 100 / total)
    var text = "\(title): \(share)%, \(grouped(done)) of \(grouped(total)) \(unit), \(rate(done, duration))"
    if done > 0, done < total {
      text += ", \(clockText(duration * (Double(total - done) / Double(done)))) left"
    }
    return text
  }

  private func rate(_ done: Int, _ duration: Duration) -> String {
    let perSecond = Double(done) / max(duration / .seconds(1), 0.001)
    return "\(grouped(Int(perSecond)))/s"
  }

  private func seconds(_ duration: Duration) -> String {
    let tenths = Int(duration / .milliseconds(100))
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

/// Returns a number with commas between groups of digits: `1234567` as `1,234,567`.
package func grouped(_ number: Int) -> String {
  var text = ""
  for (index, digit) in String(number.magnitude).reversed().enumerated() {
    if index > 0, index % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + String(text.reversed())
}

/// Returns a duration in minutes and seconds, with hours if it is at least one hour: 75 seconds as `1:15`.
package func clockText(_ duration: Duration) -> String {
  let seconds = Int(duration / .seconds(1))
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let minutes = seconds / 60
  return minutes < 60
    ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
}
