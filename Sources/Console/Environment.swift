import Glibc
import MovieNightKit

/// A command's access to everything outside of it. Tests replace parts of it.
package struct Environment: Sendable {
  /// The program's name as the user typed it.
  package var programName = "movienight"
  package var arguments: [String]
  package var variables: [String: String]
  /// Standard output, which receives results.
  package var output: Terminal
  /// Standard error, which receives errors and progress.
  package var errors: Terminal
  package var readInput: @Sendable () throws(CommandFailure) -> [UInt8]
  /// Reads a secret from standard input. At a terminal it shows `question` and hides what the user types.
  package var readSecret: @Sendable (_ question: String) throws(CommandFailure) -> [UInt8]
  package var inputIsTerminal = false
  /// Reads a line that the user types at the terminal; empty at the end of the input.
  package var readLine: @Sendable () throws(CommandFailure) -> String = { "" }
  package var clock: ClientClock
  package var localDate: @Sendable (Timestamp) -> CalendarDate
  /// Converts a time to the time of day in the user's time zone, such as `20:14:05`.
  package var localTime: @Sendable (Timestamp) -> String = Environment.timeOfDay
  /// Makes Control-C a regular way to end the command.
  package var endOnInterrupt: @Sendable (_ restoringTerminal: Bool) -> Void = { _ in }
}

extension Environment {
  /// Returns `word`, or standard input if it is `-`, after checking that the text is JSON.
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
      readLine: SecretInput.readVisibleLine, clock: .system, localDate: localDate,
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

/// Reads everything from a descriptor. Errors call it `name`.
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
