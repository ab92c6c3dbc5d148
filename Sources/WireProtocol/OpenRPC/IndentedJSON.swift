/// JSON on many lines, for people and for comparing: two spaces a level, empty objects and lists on one line.
///
/// - Parameter json: a JSON text without white space between its values, as `JSONWriter` writes it.
public func indented(_ json: [UInt8]) -> [UInt8] {
  var lines: [UInt8] = []
  lines.reserveCapacity(json.count * 2)
  var (depth, isInText, isEscaped) = (0, false, false)
  func newLine() { lines += [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth) }
  for (index, byte) in json.enumerated() {
    if isInText {
      lines.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      }
      continue
    }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      lines.append(byte)
      depth += 1
      if !closes(json, after: index) { newLine() }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if !opens(json, before: index) { newLine() }
      lines.append(byte)
    case UInt8(ascii: ","):
      lines.append(byte)
      newLine()
    case UInt8(ascii: ":"): lines += [byte, UInt8(ascii: " ")]
    default:
      isInText = byte == UInt8(ascii: "\"")
      lines.append(byte)
    }
  }
  return lines + [UInt8(ascii: "\n")]
}

private func closes(_ json: [UInt8], after index: Int) -> Bool {
  index + 1 < json.count && (json[index + 1] == UInt8(ascii: "}") || json[index + 1] == UInt8(ascii: "]"))
}

private func opens(_ json: [UInt8], before index: Int) -> Bool {
  index > 0 && (json[index - 1] == UInt8(ascii: "{") || json[index - 1] == UInt8(ascii: "["))
}
