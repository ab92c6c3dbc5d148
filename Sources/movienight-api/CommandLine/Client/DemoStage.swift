import MovieNightClient
import Primitives

/// One device of the demo: a connection of its own.
struct DemoDevice {
  let name: String
  let client: MovieNightClient
}

/// Tells what the demo does while it does it.
struct DemoStage {
  private let output: Terminal
  private var step = 0

  init(_ output: Terminal) {
    self.output = output
  }

  mutating func scene(_ words: String) {
    step += 1
    output.line()
    output.line("\(output.styled(padded("\(step).", to: 4), .accent))\(output.styled(words, .strong))")
  }

  func told(_ words: String) {
    let columns = min(max(output.columns, 40), 100) - 6
    for (index, line) in wrapped(printable(words).split(separator: " ").map(String.init), columns: columns).enumerated()
    {
      output.line((index == 0 ? "    \(output.styled("✓", .success)) " : "      ") + line)
    }
  }

  /// Sends what one device says.
  func send(_ device: DemoDevice, _ request: Request) throws -> JSONValue {
    show(device, request)
    return try device.client.call(request)
  }

  /// Sends all of it at once; throws the first failure.
  func sendTogether(_ device: DemoDevice, _ requests: [Request]) throws -> [JSONValue] {
    for request in requests { show(device, request) }
    return try device.client.pipeline(requests).map { try $0.get() }
  }

  /// Sends what must be refused with `reason`, and says how.
  func sendRefused(_ device: DemoDevice, _ request: Request, reason: String, because: String) throws {
    show(device, request)
    do {
      _ = try device.client.call(request)
    } catch {
      guard let refusal = error.refusal, refusal.reason == reason else { throw error }
      output.line(
        "    \(output.styled("✗", .failure)) \(refusal.code) \(refusal.reason): \(printable(refusal.message))")
      told(because)
      return
    }
    throw CommandFailure("The server allowed what it should refuse (\(reason))")
  }

  func show(_ device: DemoDevice, _ request: Request) {
    let parameters = String(decoding: request.parameters, as: UTF8.self)
    let text = "\(device.name) → \(request.method) \(parameters)"
    output.line("    " + output.styled(truncated(printable(text), to: max(40, output.columns) - 4), .faint))
  }

  func drawn(_ lines: [String]) {
    output.line()
    output.lines(lines)
  }
}
