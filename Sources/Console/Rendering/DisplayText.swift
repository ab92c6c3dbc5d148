import MovieNightPrimitives

/// Returns the width of `text` in columns: two for a wide East Asian character or an emoji, none for a combining mark.
package func displayColumns(_ text: String) -> Int {
  text.reduce(0) { $0 + displayColumns($1) }
}

private func displayColumns(_ character: Character) -> Int {
  character.unicodeScalars.reduce(0) { max($0, displayColumns($1)) }
}

private func displayColumns(_ scalar: Unicode.Scalar) -> Int {
  if (0x20..<0x7F).contains(scalar.value) { return 1 }
  if scalar.properties.isEmojiPresentation || scalar.value == 0xFE0F { return 2 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: return 0
  default: return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}

// The East Asian Wide and Fullwidth blocks (UAX #11). Emoji are recognized by a Unicode property instead.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
  0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
]

package func printable(_ text: String) -> String { text.printable }

/// Returns `text` as one word for a shell, quoted if necessary.
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { ASCII.isLetterOrDigit($0) || "-_./:".utf8.contains($0) }
  return isPlain ? text : shellQuoted(text)
}

package func shellQuoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

/// Splits a shell command into words. Quoted words keep their quotes.
package func shellWords(_ line: String) -> [String] {
  var words: [String] = []
  var word = ""
  var quote: Character?
  for character in line {
    if character == " ", quote == nil {
      if !word.isEmpty { words.append(word) }
      word = ""
      continue
    }
    word.append(character)
    if character == quote { quote = nil } else if quote == nil, "'\"".contains(character) { quote = character }
  }
  return word.isEmpty ? words : words + [word]
}

/// Returns `text`, shortened to at most `columns` columns. A shortened text ends in `…`.
package func truncated(_ text: String, to columns: Int) -> String {
  guard displayColumns(text) > columns else { return text }
  guard columns > 0 else { return "" }
  var result = ""
  var used = 0
  for character in text {
    let width = displayColumns(character)
    if used + width > columns - 1 { break }
    result.append(character)
    used += width
  }
  return result + "…"
}

package func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: max(0, columns - displayColumns(text)))
}

/// Joins words into lines of at most `columns` columns. A word that is longer than a line is truncated.
package func wrapped(_ words: [String], separator: String = " ", columns: Int) -> [String] {
  // At the end of a line, the comma of a separator such as ", " is kept and needs room, but its space is dropped.
  let lineEnd = separator.prefix { $0 != " " }
  var lines: [String] = []
  var line = ""
  for (index, word) in words.enumerated() {
    let word = truncated(word, to: columns - lineEnd.count)
    let reserved = index == words.count - 1 ? 0 : lineEnd.count
    if line.isEmpty {
      line = word
    } else if displayColumns(line + separator + word) + reserved <= columns {
      line += separator + word
    } else {
      lines.append(line + lineEnd)
      line = word
    }
  }
  return line.isEmpty ? lines : lines + [line]
}

/// Splits a text between words into lines of at most `columns` columns. A longer word has a line of its own, and is not
/// cut.
package func wrapped(_ text: String, columns: Int) -> [String] {
  let words = text.split(separator: " ").map(String.init)
  let longest = words.reduce(0) { max($0, displayColumns($1)) }
  return wrapped(words, columns: max(columns, longest))
}
