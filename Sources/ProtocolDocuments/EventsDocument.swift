import ProtocolSchema

/// The descriptions in `docs/events.md`. Each event type has a section with a summary and a list of keys; another
/// section describes the keys that several types have in common.
public struct EventsDocument {
  private var sections: [String: Section] = [:]

  fileprivate struct Section {
    var summary = ""
    var isSummaryComplete = false
    var keys: [String: String] = [:]
  }

  public init(_ text: String) {
    var title = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") {
        title = String(line.drop { $0 == "#" || $0 == " " })
      } else {
        sections[title, default: Section()].addLine(line)
      }
    }
  }

  /// Returns an event type with the descriptions that this document gives for it and for its keys.
  public func describing(_ event: EventDescription) -> EventDescription {
    let section = sections[event.name] ?? Section()
    let common = sections["Common keys"] ?? Section()
    let fields = event.data.fields.map { field in
      let words = section.keys["\(field.name)"] ?? common.keys["\(field.name)"] ?? ""
      let isLate = event.lateFields.contains("\(field.name)")
      return WireField(
        field.name, field.type, isRequired: field.isRequired && !isLate, isNullable: field.isNullable,
        words + (isLate ? "; missing in older versions" : ""))
    }
    return EventDescription(
      data: ObjectType(event.name, section.firstSentences, fields), version: event.version, audience: event.audience,
      lateFields: event.lateFields)
  }
}

extension EventsDocument.Section {
  fileprivate mutating func addLine(_ line: Substring) {
    if line.hasPrefix("- `"), let colon = line.firstRange(of: ": ") {
      for name in line[..<colon.lowerBound].split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        keys[String(name)] = String(line[colon.upperBound...])
      }
      isSummaryComplete = true
    } else if line.hasPrefix("```") {
      isSummaryComplete = true
    } else if !isSummaryComplete, !line.isEmpty {
      summary += (summary.isEmpty ? "" : " ") + line
    }
  }

  /// The summary up to the sentences about older versions and about who may read the data.
  fileprivate var firstSentences: String {
    let end = ["Version ", "`data` is null"].compactMap { summary.firstRange(of: $0)?.lowerBound }.min()
    return Substring(summary[..<(end ?? summary.endIndex)]).trimmed
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
