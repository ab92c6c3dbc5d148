import Glibc
import MovieNightKit

/// What a command reaches of the world. Tests give their own.
package struct Environment: Sendable {
  /// As the program was called.
  package var programName = "movienight"
  /// The words after the program's name.
  package var arguments: [String]
  package var variables: [String: String]
  /// For results: standard output.
  package var output: Terminal
  /// For errors and progress: standard error.
  package var errors: Terminal
  /// Everything that stands on standard input.
  package var readInput: @Sendable () throws(CommandFailure) -> [UInt8]
  /// The same for a secret: a person at a terminal is asked by `question`, and what they type is not shown.
  package var readSecret: @Sendable (_ question: String) throws(CommandFailure) -> [UInt8]
  /// Whether a person types what is read.
  package var inputIsTerminal = false
  package var clock: ClientClock
  /// The day on which a moment falls for the person who looks.
  package var localDate: @Sendable (Timestamp) -> CalendarDate
  /// The time of day that it is then for that person: `20:14:05`.
  package var localTime: @Sendable (Timestamp) -> String = Environment.timeOfDay
  /// From now on Control-C is how the command is meant to end.
  package var endOnInterrupt: @Sendable (_ restoringTerminal: Bool) -> Void = { _ in }
}

extension Environment {
  /// The JSON text that `word` is, or that stands on standard input where it is `-`.
  package func jsonText(_ word: String) throws -> [UInt8] {
    let text = word == "-" ? try readInput() : Array(word.utf8)
    do {
      _ = try JSONDocument(text)
    } catch {
      throw UsageError("This is not JSON: \(error)")
    }
    return text
  }

  package static func live() -> Environment {
    let variables = inheritedVariables()
    return Environment(
      programName: CommandLine.arguments.first ?? "movienight", arguments: Array(CommandLine.arguments.dropFirst()),
      variables: variables,
      output: .descriptor(STDOUT_FILENO, variables), errors: .descriptor(STDERR_FILENO, variables),
      readInput: readStandardInput, readSecret: SecretInput.read, inputIsTerminal: isatty(STDIN_FILENO) == 1,
      clock: .system, localDate: localDate,
      endOnInterrupt: Interruption.endProgram)
  }

  private static func inheritedVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return variables
  }

  private static let readStandardInput: @Sendable () throws(CommandFailure) -> [UInt8] = {
    () throws(CommandFailure) in try readAll(STDIN_FILENO, "Standard input")
  }

  private static let localDate: @Sendable (Timestamp) -> CalendarDate = { time in
    guard let fields = localFields(time) else { return time.date }
    return CalendarDate(year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday))
  }

  private static let timeOfDay: @Sendable (Timestamp) -> String = { time in
    guard let fields = localFields(time) else { return time.text(.seconds) }
    return [fields.tm_hour, fields.tm_min, fields.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  private static func localFields(_ time: Timestamp) -> tm? {
    var seconds = time_t(time.microseconds / 1_000_000)
    var fields = tm()
    return localtime_r(&seconds, &fields) == nil ? nil : fields
  }
}

/// All that can be read from `descriptor`, which is called `name`.
package func readAll(_ descriptor: Int32, _ name: String) throws(CommandFailure) -> [UInt8] {
  var bytes: [UInt8] = []
  while true {
    let count = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { chunk in
      let count = read(descriptor, chunk.baseAddress, chunk.count)
      if count > 0 { bytes.append(contentsOf: chunk[..<count]) }
      return count
    }
    if count == 0 { return bytes }
    if count < 0, errno != EINTR {
      throw CommandFailure("\(name) cannot be read: \(String(cString: strerror(errno)))")
    }
  }
}
