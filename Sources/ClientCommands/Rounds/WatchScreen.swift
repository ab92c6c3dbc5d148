import Console
import MovieNightKit

/// Where the round is drawn: on a screen of its own where a terminal can do that, else each drawing below the last one.
///
/// On a screen of its own a drawing begins in the first line, whatever a window that was made narrower has done to the
/// lines of the one before.
struct WatchScreen {
  /// Whether the last drawing is drawn over; the cursor is hidden meanwhile.
  let isDrawnOver: Bool
  private let output: Terminal
  private let errors: Terminal
  private let canvas: Canvas
  private let asJSON: Bool
  /// The time of day, when something is noticed.
  private let now: () -> String
  /// What stands there, and for how many columns it was drawn.
  private var shown: (bytes: [UInt8], columns: Int)?
  private var frame: [String] = []
  private var lostSince: String?

  init(_ environment: Environment, asJSON: Bool) {
    output = environment.output
    errors = environment.errors
    canvas = Canvas(environment)
    self.asJSON = asJSON
    now = { environment.localTime(environment.clock.now()) }
    isDrawnOver = output.movesCursor && !asJSON
  }

  // A line that is too long for the window is cut there: one that went on below would push the others down.
  private static let beginning = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"

  func begin() {
    if isDrawnOver { output.text(Self.beginning) }
  }

  /// The last drawing stays.
  func end() {
    guard isDrawnOver else { return }
    output.text("\(Interruption.screenEnding)")
    output.lines(frame)
  }

  /// Shows the round, or that there is none, where that is not what is shown.
  mutating func show(_ round: RawResult<Round>?) throws {
    lostSince = nil
    let bytes = round.map { Array($0.json.rawBytes) } ?? Array("null".utf8)
    let columns = isDrawnOver ? canvas.columns : 0
    if let shown, shown == (bytes, columns) { return }
    let isFirst = shown == nil
    shown = (bytes, columns)
    if asJSON { return output.line(#"{"round":\#(round?.json.compactText ?? "null")}"#) }
    frame =
      try round.map { WatchDrawing(canvas: canvas, round: try $0.shown()).lines }
      ?? ["No round is open. Waiting for one."]
    if !isDrawnOver, !isFirst { output.line() }
    draw(frame)
  }

  /// What is shown may be old.
  mutating func showLostConnection() {
    guard lostSince == nil else { return }
    let time = now()
    lostSince = time
    let sentence = "No connection since \(time). Trying again."
    guard isDrawnOver else { return errors.line(sentence) }
    draw(frame + ["", output.styled(sentence, .failure)])
    // What comes next is drawn even if it is the same.
    shown = nil
  }

  private func draw(_ lines: [String]) {
    guard isDrawnOver else { return output.lines(lines) }
    output.text("\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
  }
}
