/// Swift source code that is written line by line, formatted as `swift format` would format it.
struct SwiftText {
  static let lineLength = 120

  private(set) var text = ""
  private var depth = 0

  private var indentation: String { String(repeating: "  ", count: depth) }

  func hasRoom(for line: String) -> Bool { indentation.count + line.count <= Self.lineLength }

  mutating func line(_ line: String = "") {
    text += line.isEmpty ? "\n" : "\(indentation)\(line)\n"
  }

  /// Writes a block: `head {`, the indented text of `body`, and `}`.
  mutating func block(_ head: String, opening: String = "{", _ body: (inout SwiftText) -> Void) {
    line("\(head) \(opening)")
    indented(body)
    line("}")
  }

  /// Writes a function: `head`, the parameters, `tail {`, and the indented text of `body`.
  mutating func function(
    _ head: String, _ parameters: [String], _ tail: String, _ body: (inout SwiftText) -> Void
  ) {
    list(head, parameters, "\(tail) {")
    indented(body)
    line("}")
  }

  mutating func indented(_ body: (inout SwiftText) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  mutating func items<Item>(_ items: [Item], _ body: (inout SwiftText, Item) -> Void) {
    for (index, item) in items.enumerated() {
      if index > 0 { line() }
      body(&self, item)
    }
  }

  /// Writes `head`, the items separated by commas, and `tail`. They are written on one line if they fit; otherwise the
  /// items fill lines of their own, and `endsWithComma` adds a trailing comma.
  mutating func list(_ head: String, _ items: [String], _ tail: String, endsWithComma: Bool = false) {
    let whole = head + items.joined(separator: ", ") + tail
    // `swift format` requires room for the trailing comma, even though a single line has none.
    if hasRoom(for: endsWithComma ? whole + "," : whole) { return line(whole) }
    line(head)
    indented { $0.fill(Self.separated(items, last: endsWithComma ? "," : "")) }
    line(tail)
  }

  /// Writes a call like `list`, except that `tail` follows the last item on its line.
  mutating func call(_ head: String, _ items: [String], _ tail: String) {
    let whole = head + items.joined(separator: ", ") + tail
    if items.isEmpty || hasRoom(for: whole) { return line(whole) }
    line(head)
    indented { $0.fill(Self.separated(items, last: tail)) }
  }

  /// Writes `head` and the items separated by commas, and fills each line before the next begins.
  mutating func fill(_ head: String, _ items: [String]) { fill([head] + Self.separated(items), further: "  ") }

  private static func separated(_ items: [String], last: String = "") -> [String] {
    items.enumerated().map { index, item in item + (index < items.count - 1 ? "," : last) }
  }

  /// Fills lines with `pieces`. The first line begins with `first`, all others with `further`.
  private mutating func fill(_ pieces: [String], first: String = "", further: String = "") {
    var open = first
    var isEmpty = true
    for piece in pieces {
      if !isEmpty, !hasRoom(for: "\(open) \(piece)") {
        line(open)
        (open, isEmpty) = (further, true)
      }
      open += isEmpty ? piece : " \(piece)"
      isEmpty = false
    }
    line(open)
  }
}

extension SwiftText {
  mutating func doc(_ paragraph: String) { doc(paragraph, first: "", further: "") }

  mutating func docBreak() { line("///") }

  /// Writes an item of a list in a doc comment, nested `steps` levels deep.
  mutating func docItem(_ entry: String, steps: Int = 0) {
    let margin = String(repeating: "  ", count: steps)
    doc(entry, first: "\(margin)- ", further: "\(margin)  ")
  }

  private mutating func doc(_ paragraph: String, first: String, further: String) {
    fill(paragraph.split(separator: " ").map(String.init), first: "/// \(first)", further: "/// \(further)")
  }
}
