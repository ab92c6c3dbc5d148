/// Swift source as it grows, line by line, laid out as `swift format` leaves it.
struct SwiftText {
  /// What `.swift-format` says.
  static let lineLength = 120

  private(set) var text = ""
  private var depth = 0

  private var indentation: String { String(repeating: "  ", count: depth) }

  func hasRoom(for line: String) -> Bool { indentation.count + line.count <= Self.lineLength }

  mutating func line(_ line: String = "") {
    text += line.isEmpty ? "\n" : "\(indentation)\(line)\n"
  }

  /// `head {`, what `body` writes one step in, `}`.
  mutating func block(_ head: String, opening: String = "{", _ body: (inout SwiftText) -> Void) {
    line("\(head) \(opening)")
    indented(body)
    line("}")
  }

  /// The same for a function: `head`, its parameters, `tail {`.
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

  /// What `body` writes of each, with an empty line between them.
  mutating func items<Item>(_ items: [Item], _ body: (inout SwiftText, Item) -> Void) {
    for (index, item) in items.enumerated() {
      if index > 0 { line() }
      body(&self, item)
    }
  }

  /// `head`, the items with commas between them, `tail`: on one line, or else as many items a line as there is room for.
  ///
  /// - Parameter endsWithComma: whether a comma stands behind the last item too, where they take several lines.
  mutating func list(_ head: String, _ items: [String], _ tail: String, endsWithComma: Bool = false) {
    let whole = head + items.joined(separator: ", ") + tail
    // A comma that could stand at the end has its room.
    if hasRoom(for: endsWithComma ? whole + "," : whole) { return line(whole) }
    line(head)
    indented { $0.fill(Self.separated(items, last: endsWithComma ? "," : "")) }
    line(tail)
  }

  /// The same for a call, whose `tail` stands behind the last item.
  mutating func call(_ head: String, _ items: [String], _ tail: String) {
    let whole = head + items.joined(separator: ", ") + tail
    if items.isEmpty || hasRoom(for: whole) { return line(whole) }
    line(head)
    indented { $0.fill(Self.separated(items, last: tail)) }
  }

  /// `head` and the items with commas between them, as many a line as there is room for.
  mutating func fill(_ head: String, _ items: [String]) { fill([head] + Self.separated(items), further: "  ") }

  private static func separated(_ items: [String], last: String = "") -> [String] {
    items.enumerated().map { index, item in item + (index < items.count - 1 ? "," : last) }
  }

  /// The pieces with spaces between them, as many a line as there is room for, behind what each line begins with.
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
  /// A paragraph of a documentation comment.
  mutating func doc(_ paragraph: String) { doc(paragraph, first: "", further: "") }

  /// What stands between two paragraphs.
  mutating func docBreak() { line("///") }

  /// An entry of a list, `steps` deep.
  mutating func docItem(_ entry: String, steps: Int = 0) {
    let margin = String(repeating: "  ", count: steps)
    doc(entry, first: "\(margin)- ", further: "\(margin)  ")
  }

  private mutating func doc(_ paragraph: String, first: String, further: String) {
    fill(paragraph.split(separator: " ").map(String.init), first: "/// \(first)", further: "/// \(further)")
  }
}
