import MovieNightPrimitives

/// A log event, encoded as one line of bytes that ends with a newline.
struct LogLine {
  // Longer texts are truncated, so that the whole line can be written with one system call.
  private static let textLimit = 512

  let time: Timestamp
  let level: Log.Level
  let event: StaticString
  let fields: KeyValuePairs<StaticString, Log.Value>
  /// The number of lines of this event that were suppressed since its last written line.
  var suppressed = 0

  func bytes(_ format: Log.Format) -> [UInt8] {
    switch format {
    case .text: text
    case .json: json
    }
  }

  private var json: [UInt8] {
    JSONWriter.object { writer in
      writer.field("time", time, .microseconds)
      writer.field("level", level.name)
      writer.field("event", event.description)
      for (key, value) in fields {
        switch value {
        case .integer(let value): writer.field(key, value)
        case .string(let value): writer.field(key, Self.truncated(value))
        case .bool(let value): writer.field(key, value)
        case .duration(let value): writer.field(key, Self.milliseconds(value))
        }
      }
      if suppressed > 0 { writer.field("left_out", suppressed) }
    }.bytes + [UInt8(ascii: "\n")]
  }

  private var text: [UInt8] {
    let tail = suppressed > 0 ? " left_out=\(suppressed)" : ""
    return Array("\(time.text(.seconds)) \(words)\(tail)\n".utf8)
  }

  /// The line in the text format, without the time and the number of suppressed lines.
  var words: String {
    var line = "\(level.name.uppercased()) \(event)"
    for (key, value) in fields {
      line += " \(key)="
      switch value {
      case .integer(let value): line += String(value)
      case .string(let value): line += Self.quoted(Self.truncated(value))
      case .bool(let value): line += String(value)
      case .duration(let value): line += "\(Self.milliseconds(value))ms"
      }
    }
    return line
  }

  private static func milliseconds(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }

  // Counts bytes, not characters, because a character can have any number of bytes.
  private static func truncated(_ text: String) -> String {
    text.utf8.count <= textLimit ? text : String(decoding: text.utf8.prefix(textLimit), as: UTF8.self) + "…"
  }

  // Quotes values with spaces, quotation marks or control characters, which could forge a line or control a terminal.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    if isPlain, !text.isEmpty { return text }
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }
}
