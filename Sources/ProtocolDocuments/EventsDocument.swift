import ProtocolSchema

/// The descriptions in `docs/events.md`: each type has a section, with what has happened and a table of its keys.
public struct EventsDocument {
  private var sections: [String: Section] = [:]

  fileprivate struct Section {
    var summary = ""
    var keys: [String: String] = [:]
  }

  public init(_ text: String) {
    var name = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") {
        name = line.hasPrefix("### ") ? String(line.dropFirst(4)) : ""
      } else if !name.isEmpty {
        sections[name, default: Section()].take(line)
      }
    }
  }

  /// An event type with its descriptions.
  public func worded(_ event: EventDescription) -> EventDescription {
    let section = sections[event.name] ?? Section()
    let fields = event.data.fields.map { field in
      let words = section.keys["\(field.name)"] ?? "`\(field.name)`"
      let isLate = event.lateFields.contains("\(field.name)")
      return WireField(
        field.name, field.type, isRequired: field.isRequired && !isLate, isNullable: field.isNullable,
        words + (isLate ? "; missing in events of an older version" : ""))
    }
    return EventDescription(
      data: ObjectType(event.name, section.firstSentences, fields), version: event.version, audience: event.audience,
      lateFields: event.lateFields)
  }
}

extension EventsDocument.Section {
  fileprivate mutating func take(_ line: Substring) {
    if line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      let words = cells.count > 1 ? cells[1].trimmed : ""
      keys[cells[0].trimmed.filter { $0 != "`" }] = words
    } else if keys.isEmpty, !line.isEmpty, !line.hasPrefix("|"), !line.hasPrefix("```"), !line.hasPrefix("{") {
      summary += (summary.isEmpty ? "" : " ") + line
    }
  }

  /// The part of the summary that describes the event, without the parts about versions and readers.
  fileprivate var firstSentences: String {
    let end = ["Version ", "Data is read"].compactMap { summary.firstRange(of: $0)?.lowerBound }.min()
    return Substring(summary[..<(end ?? summary.endIndex)]).trimmed
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
