import MovieNightPrimitives

extension JSONValue {
  /// The value as JSON on one line. Characters that could control a terminal are escaped.
  package var compactText: String {
    var writer = JSONWriter()
    write(to: &writer) { $0 }
    func isUnsafe(_ scalar: Unicode.Scalar) -> Bool { scalar.isControl || scalar.isBidirectionalControl }
    guard writer.text.unicodeScalars.contains(where: isUnsafe) else { return writer.text }
    // In JSON such characters occur only in strings, and all of them are in the Basic Multilingual Plane.
    return writer.text.unicodeScalars.reduce(into: "") { text, scalar in
      if isUnsafe(scalar) {
        text += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the value with each text on one line and without characters that could control a terminal.
  package func forTerminal() throws(JSONError) -> JSONValue {
    var writer = JSONWriter()
    // Replaces line breaks by spaces; `printable` alone would replace them by U+FFFD.
    write(to: &writer) { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").printable }
    return try JSONDocument(writer.bytes).root
  }

  /// Writes the value with its texts converted by `text`. The names of members are not converted.
  private func write(to writer: inout JSONWriter, text: (String) -> String) {
    switch kind {
    case .null, .bool, .number: writer.raw(rawBytes)
    case .string: writer.string(text(string ?? ""))
    case .array: writer.array(elements) { $1.write(to: &$0, text: text) }
    case .object:
      writer.object { writer in
        for (name, value) in members {
          writer.key(name)
          value.write(to: &writer, text: text)
        }
      }
    }
  }

  /// Returns the value as JSON with one line for each member or element.
  package func prettyLines(_ terminal: Terminal) -> [String] {
    var lines: [String] = [""]
    appendPretty(to: &lines, indent: "", terminal)
    return lines
  }

  private func appendPretty(to lines: inout [String], indent: String, _ terminal: Terminal) {
    switch kind {
    case .array:
      let values = Array(elements)
      appendBlock("[", "]", values.map { ("", $0) }, to: &lines, indent: indent, terminal)
    case .object:
      let values = members.map { member in
        (terminal.styled(quoted(member.name), .accent) + ": ", member.value)
      }
      appendBlock("{", "}", values, to: &lines, indent: indent, terminal)
    case .null, .bool, .number, .string: lines[lines.count - 1] += printable(compactText)
    }
  }

  private func appendBlock(
    _ opening: String, _ closing: String, _ values: [(label: String, value: JSONValue)], to lines: inout [String],
    indent: String, _ terminal: Terminal
  ) {
    guard !values.isEmpty else {
      lines[lines.count - 1] += opening + closing
      return
    }
    lines[lines.count - 1] += opening
    for (index, entry) in values.enumerated() {
      lines.append("\(indent)  \(entry.label)")
      entry.value.appendPretty(to: &lines, indent: indent + "  ", terminal)
      if index < values.count - 1 { lines[lines.count - 1] += "," }
    }
    lines.append(indent + closing)
  }

  private func quoted(_ name: String) -> String {
    var writer = JSONWriter()
    writer.string(name)
    return printable(writer.text)
  }
}
