import Console
import MovieNightKit

/// Draws the round on the alternate screen if the terminal has one, or else each time below the last drawing.
///
/// On the alternate screen a drawing starts at the first line, because a narrower window may have wrapped the lines of the last
/// one.
struct WatchScreen {
  /// Whether each drawing replaces the last one; the cursor is then hidden.
  let redrawsInPlace: Bool
  private let output: Terminal
  private let errors: Terminal
  private let canvas: Canvas
  private let asJSON: Bool
  private let now: () -> String
  /// The bytes that are shown, and the width for which they were drawn.
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

  // Disables line wrapping: a wrapped line would push the others down.
  private static let beginning = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"

  func begin() {
    if redrawsInPlace { output.text(Self.beginning) }
  }

  /// Leaves the last drawing on the main screen.
  func end() {
    guard redrawsInPlace else { return }
    output.text("\(Interruption.screenEnding)")
    output.lines(frame)
  }

  /// Shows the round, or that there is none, unless that is already shown.
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

  /// Shows that the drawing may be outdated.
  mutating func showLostConnection() {
    guard lostSince == nil else { return }
    let time = now()
    lostSince = time
    let sentence = "No connection since \(time). Trying again."
    guard redrawsInPlace else { return errors.line(sentence) }
    draw(frame + ["", output.styled(sentence, .failure)])
    // Forces the next drawing, even if it is the same.
    shown = nil
  }

  private func draw(_ lines: [String]) {
    guard redrawsInPlace else { return output.lines(lines) }
    output.text("\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
  }
}
