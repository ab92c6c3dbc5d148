import Console
import MovieNightConnection
import Primitives

/// One device of the demo: a connection of its own.
struct DemoDevice {
  let name: String
  let client: MovieNightClient
}

/// What a device says to the server, in words beside the request itself.
struct DemoLine {
  let words: String
  let request: Request
}

/// Tells what the demo does while it does it.
struct DemoStage {
  let canvas: Canvas
  private var step = 0

  private var output: Terminal { canvas.terminal }

  init(_ canvas: Canvas) {
    self.canvas = canvas
  }

  mutating func scene(_ words: String) {
    step += 1
    output.line()
    output.line(canvas.styled(padded("\(step).", to: 4), .accent) + canvas.styled(words, .strong))
  }

  func told(_ words: String) {
    let lines = wrapped(printable(words).split(separator: " ").map(String.init), columns: canvas.columns - 6)
    for (index, line) in lines.enumerated() {
      output.line((index == 0 ? "    \(canvas.styled("✓", .success)) " : "      ") + line)
    }
  }

  /// Sends what one device says.
  func send(_ device: DemoDevice, _ words: String, _ request: Request) async throws -> JSONValue {
    show(device, DemoLine(words: words, request: request))
    return try await device.client.call(request)
  }

  /// Sends all of it at once; throws the first failure.
  func sendTogether(_ device: DemoDevice, _ lines: [DemoLine]) async throws -> [JSONValue] {
    for line in lines { show(device, line) }
    return try await device.client.pipeline(lines.map(\.request)).map { try $0.get() }
  }

  /// Sends what must be refused with `reason`, and says how.
  func sendRefused(_ device: DemoDevice, _ words: String, _ request: Request, reason: String) async throws {
    show(device, DemoLine(words: words, request: request))
    do {
      _ = try await device.client.call(request)
    } catch {
      guard let refusal = error.refusal, refusal.reason == reason else { throw error }
      let text = "\(refusal.code) \(refusal.reason): \(printable(refusal.message))"
      output.line("    \(canvas.styled("✗", .failure)) \(text)")
      return
    }
    throw CommandFailure("The server allowed what it should refuse (\(reason))")
  }

  func drawn(_ lines: [String]) {
    output.line()
    output.lines(lines)
  }

  /// `Tim's phone    votes up on Paddington 2          rounds.vote`
  private func show(_ device: DemoDevice, _ line: DemoLine) {
    let name = padded(device.name, to: 15)
    let rest = canvas.spread(
      line.words, style: nil, right: line.request.method, rightStyle: .faint, in: canvas.columns - 19)
    output.line("    \(canvas.styled(name, .accent))\(rest)")
  }
}
