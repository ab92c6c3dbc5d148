import Primitives

extension JSONValue {
  /// The value as JSON on one line.
  package var compactText: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch kind {
    case .null, .bool, .number: writer.raw(rawBytes)
    case .string: writer.string(string ?? "")
    case .array: writer.array(elements) { $1.write(to: &$0) }
    case .object:
      writer.object { writer in
        for (name, value) in members {
          writer.key(name)
          value.write(to: &writer)
        }
      }
    }
  }

  /// The value as JSON over several lines, a member or an element a line.
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
