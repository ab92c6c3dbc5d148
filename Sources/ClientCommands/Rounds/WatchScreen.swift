import Console
import MovieNightKit

/// Draws a round on the alternate screen or, if the terminal has none, below the last drawing. On the alternate screen
/// each drawing starts at the first line, because lines of the last one may have been wrapped in a narrower window.
struct WatchScreen {
  /// Whether each drawing replaces the last one. If so, the cursor is hidden.
  let redrawsInPlace: Bool
  private let output: Terminal
  private let errors: Terminal
  private let canvas: Canvas
  private let asJSON: Bool
  private let now: () -> String
  /// The JSON of the round that is shown, and the width for which it was drawn.
  private var shown: (bytes: [UInt8], columns: Int)?
  private var frame: [String] = []
  private var lostSince: String?

  init(_ environment: Environment, asJSON: Bool) {
    output = environment.output
    errors = environment.errors
    canvas = Canvas(environment)
    self.asJSON = asJSON
    now = { environment.localTime(environment.clock.now()) }
    redrawsInPlace = output.movesCursor && !asJSON
  }

  // Disables line wrapping, because a line that wraps would push the following lines down.
  private static let screenStart = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"

  func begin() {
    if redrawsInPlace { output.text(Self.screenStart) }
  }

  /// Returns to the main screen, and prints the last drawing there.
  func end() {
    guard redrawsInPlace else { return }
    output.text("\(Interruption.screenEnding)")
    output.lines(frame)
  }

  /// Shows the round, or a sentence if it is nil, unless the same is already shown.
  mutating func show(_ round: RawResult<Round>?) throws {
    lostSince = nil
    let bytes = round.map { Array($0.json.rawBytes) } ?? Array("null".utf8)
    let columns = redrawsInPlace ? canvas.columns : 0
    if let shown, shown == (bytes, columns) { return }
    let isFirst = shown == nil
    shown = (bytes, columns)
    if asJSON { return output.line(#"{"round":\#(round?.json.compactText ?? "null")}"#) }
    frame =
      try round.map { WatchRenderer(canvas: canvas, round: try $0.shown()).lines }
      ?? ["No round is open. Waiting for one."]
    if !redrawsInPlace, !isFirst { output.line() }
    draw(frame)
  }

  /// Shows that the connection is lost, so that the drawing may be outdated.
  mutating func showLostConnection() {
    guard lostSince == nil else { return }
    let time = now()
    lostSince = time
    let sentence = "No connection since \(time). Trying again."
    guard redrawsInPlace else { return errors.line(sentence) }
    draw(frame + ["", output.styled(sentence, .failure)])
    // The next drawing must replace this one even if the round has not changed.
    shown = nil
  }

  private func draw(_ lines: [String]) {
    guard redrawsInPlace else { return output.lines(lines) }
    output.text("\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
  }
}
