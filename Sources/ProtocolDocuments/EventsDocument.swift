import Primitives
import WireProtocol

/// What `docs/events.md` says of events in words: each type has a section, with what has happened and a table of its keys.
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

  /// A type of events with what stands here of it.
  ///
  /// - Parameters:
  ///   - members: those of its data.
  ///   - late: which of them came with a later version: who reads events as they were recorded may miss these.
  public func description(of type: String, _ members: [FieldMember], late: Set<String>) -> EventDescription {
    let section = sections[type] ?? Section()
    let fields = members.map { member in
      WireField(member, section.keys["\(member.name)"] ?? "", isRequired: !late.contains("\(member.name)"))
    }
    return EventDescription(data: ObjectType(type, section.firstSentences, fields))
  }
}

extension EventsDocument.Section {
  fileprivate mutating func take(_ line: Substring) {
    if line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      let words = cells.count > 1 ? cells[1].trimmed : ""
      keys[cells[0].trimmed.filter { $0 != "`" }] = words
    } else if keys.isEmpty, !line.isEmpty, line.first?.isLetter == true {
      summary += (summary.isEmpty ? "" : " ") + line
    }
  }

  /// What happened; without who may read it, and what older versions lack.
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

extension WireField {
  /// - Parameter words: what it is; empty where its name says that.
  fileprivate init(_ member: FieldMember, _ words: String, isRequired: Bool = true) {
    let (shape, isNullable) =
      if case .optional(let shape) = member.shape { (shape, true) } else { (member.shape, false) }
    let name = "`\(member.name)`"
    let told = (words.isEmpty ? name : words) + (isRequired ? "" : "; missing in events of an older version")
    self.init(member.name, ValueType(shape), isRequired: isRequired, isNullable: isNullable, told)
  }
}

extension ValueType {
  /// The type of what events hold. Objects inside have names of their own: methods show other things under the same ones.
  init(_ shape: FieldShape) {
    self =
      switch shape {
      case .flag: .flag
      case .integer: .integer()
      case .number: .number
      case .text: .text()
      case .identifier(let kind): .id(of: Self.word(kind))
      case .time: .time
      case .date: .date
      case .choice(let name, let words): .choice(Choice(name, words))
      case .list(let element): .list(of: ValueType(element))
      case .optional(let wrapped): ValueType(wrapped)
      case .object(let name, let members):
        .object(ObjectType("Recorded\(name)", "\(name), as an event holds it", members.map { WireField($0, "") }))
      case .special(let name): .either([.document, .choice(Choice(name, []))])
      }
  }

  /// `MemberKind` → `member`.
  private static func word(_ kind: String) -> String {
    let name = kind.hasSuffix("Kind") ? kind.dropLast(4) : kind[...]
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
