import Console
import MovieNightKit

extension RawResult {
  /// The value, with texts that are safe to show on a terminal.
  func shown() throws(JSONError) -> Value { try RawResult(json: json.forTerminal()).value() }
}

extension Environment {
  /// Prints a result: as JSON for a script, as `drawing` for a person.
  func show<Value>(_ result: RawResult<Value>, _ arguments: Arguments, drawing: (Value) throws -> [String]) throws {
    output.lines(arguments.has(.json) ? [result.json.compactText] : try drawing(result.shown()))
  }
}
