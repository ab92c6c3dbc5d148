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
  mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
    line("\(head) {")
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
    let room = endsWithComma ? Self.lineLength - 1 : Self.lineLength
    if indentation.count + whole.count <= room { return line(whole) }
    line(head)
    indented { text in
      let room = Self.lineLength - text.indentation.count
      for line in Self.filled(items, room: room, endsWithComma: endsWithComma) { text.line(line) }
    }
    line(tail)
  }

  /// The same for a call, whose `tail` stands behind the last item.
  mutating func call(_ head: String, _ items: [String], _ tail: String) {
    let whole = head + items.joined(separator: ", ") + tail
    guard let last = items.last, !hasRoom(for: whole) else { return line(whole) }
    line(head)
    indented { text in
      let room = Self.lineLength - text.indentation.count
      for line in Self.filled(items.dropLast() + [last + tail], room: room, endsWithComma: false) { text.line(line) }
    }
  }

  /// `head` and the items with commas between them, as many a line as there is room for.
  mutating func fill(_ head: String, _ items: [String]) {
    var open = head
    for (index, item) in items.enumerated() {
      let piece = index < items.count - 1 ? item + "," : item
      if indentation.count + open.count + 1 + piece.count > Self.lineLength {
        line(open)
        open = "  \(piece)"
      } else {
        open += " \(piece)"
      }
    }
    line(open)
  }

  private static func filled(_ items: [String], room: Int, endsWithComma: Bool) -> [String] {
    var lines: [String] = []
    var open = ""
    for (index, item) in items.enumerated() {
      let piece = index < items.count - 1 || endsWithComma ? item + "," : item
      if open.isEmpty {
        open = piece
      } else if open.count + 1 + piece.count <= room {
        open += " " + piece
      } else {
        lines.append(open)
        open = piece
      }
    }
    return open.isEmpty ? lines : lines + [open]
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
    var open = "/// \(first)"
    var isEmpty = true
    for word in paragraph.split(separator: " ") {
      if !isEmpty, indentation.count + open.count + 1 + word.count > Self.lineLength {
        line(open)
        open = "/// \(further)"
        isEmpty = true
      }
      open += isEmpty ? String(word) : " \(word)"
      isEmpty = false
    }
    line(open)
  }
}
