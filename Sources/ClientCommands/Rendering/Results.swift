import Console
import MovieNightKit

extension RawResult {
  /// Decodes the result, after making its texts safe to show on a terminal.
  package func shown() throws(JSONError) -> Value { try RawResult(json: json.forTerminal()).value() }
}

extension Environment {
  /// Prints a result, either as JSON with `--json` or as the lines that `drawing` returns.
  package func show<Value>(
    _ result: RawResult<Value>, _ arguments: Arguments, drawing: (Value) throws -> [String]
  ) throws {
    output.lines(arguments.has(.json) ? [result.json.compactText] : try drawing(result.shown()))
  }
}
