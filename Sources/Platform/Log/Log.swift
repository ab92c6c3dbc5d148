import MovieNightPrimitives

/// A log of events, one line each, for the server's administrator.
///
/// ```swift
/// log.info("listening", ["address": .string(address.description)])
/// ```
/// Repeated errors and warnings are partly suppressed. The event's next line contains the number of suppressed lines.
///
/// Event and field names are string literals, which are easy to find. A value must never be a name, token or note.
package struct Log: Sendable {
  package enum Level: Int, Comparable, Sendable {
    case debug, info, warning, error

    /// The level's name. To print the case itself needs reflection, which took a tenth of a server's start.
    var name: String {
      switch self {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  enum Format: Sendable {
    /// `2026-02-14T20:00:00Z INFO listening address=127.0.0.1:6684`, for a person.
    case text
    /// `{"time":"…","level":"info","event":"listening","address":"127.0.0.1:6684"}`, for a program.
    case json
  }

  package enum Value: Sendable {
    case integer(Int)
    case string(String)
    case bool(Bool)
    /// A duration, which is written in milliseconds.
    case duration(Duration)
  }

  package let minimumLevel: Level
  let format: Format
  private let sink: LogSink
  private let limiter = LogLimiter()
  private let now: @Sendable () -> Timestamp

  init(
    minimumLevel: Level = .info, format: Format, sink: LogSink,
    now: @escaping @Sendable () -> Timestamp = SystemClock.wallTime
  ) {
    self.minimumLevel = minimumLevel
    self.format = format
    self.sink = sink
    self.now = now
  }

  /// Returns a log that writes to standard error, as text if standard error is a terminal, otherwise as JSON.
  package static func standardError(minimumLevel: Level = .info) -> Log {
    let sink = LogSink(descriptor: 2)
    return Log(minimumLevel: minimumLevel, format: sink.isTerminal ? .text : .json, sink: sink)
  }

  package func info(_ event: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    write(.info, event, fields)
  }
  package func warning(_ event: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    write(.warning, event, fields)
  }
  package func error(_ event: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    write(.error, event, fields)
  }

  package func write(_ level: Level, _ event: StaticString, _ fields: KeyValuePairs<StaticString, Value>) {
    guard level >= minimumLevel else { return }
    let time = now()
    var line = LogLine(time: time, level: level, event: event, fields: fields)
    if level >= .warning {
      guard let suppressed = limiter.admit(event, saying: level == .error ? line.words : nil, at: time) else { return }
      line.suppressed = suppressed
    }
    sink.write(line.bytes(format))
  }
}
