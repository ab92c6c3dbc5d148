import WireProtocol

/// A table's row of a parameter or a field; those inside an object without a name stand behind it.
func row(_ field: WireField, of author: Author, in path: String = "") -> [String] {
  let name = path + field.name.description
  var words = field.type.words
  if field.isNullable, author == .server || field.isRequired { words += " or null" }
  if !field.isRequired { words += author == .client ? ", optional" : ", at times" }
  let unit = field.unit.map { ", in \($0.rawValue)" } ?? ""
  let inside = field.type.anonymousFields.flatMap { row($0, of: author, in: "\(name)\(field.type.isList ? "[]" : "").") }
  return ["| `\(name)` | \(words)\(unit) | \(field.summary.replacing("|", with: "\\|")) |"] + inside
}

/// A type that has a name: what it is, and its table.
func section(_ type: ObjectType, _ name: String, of author: Author) -> [String] {
  ["### \(name)", ""] + wrapped(type.summary) + ["", "| key | | |", "| --- | --- | --- |"]
    + type.fields.flatMap { row($0, of: author) }
}

extension ValueType {
  /// What may stand there, in a few words of Markdown.
  var words: String {
    switch self {
    case .flag: "`true` or `false`"
    case .integer(nil): "integer"
    case .integer(let bounds?) where bounds.upperBound == .max: "integer, from \(bounds.lowerBound) on"
    case .integer(let bounds?): "\(bounds.lowerBound) to \(bounds.upperBound)"
    case .number: "number"
    case .text(.any), .text(.opaque): "text"
    case .text(.bytes(let bounds)) where bounds.lowerBound == 0: "text, at most \(bounds.upperBound) bytes"
    case .text(.bytes(let bounds)): "text, \(bounds.lowerBound) to \(bounds.upperBound) bytes"
    case .text(.name(let bounds)): "text, \(bounds.lowerBound) to \(bounds.upperBound) characters"
    case .text(.searched(let characters, let bytes)): "text, from \(characters) characters to \(bytes) bytes"
    case .id(let kind): "id of \("aeiou".contains(kind.prefix(1)) ? "an" : "a") \(kind)"
    case .time: "time"
    case .date: "day"
    case .choice(let choice): listed(choice.words.map { "`\($0)`" }, "or")
    case .list(let element, let least, let most): "list of \(element.words)" + Self.counted(least, most)
    case .object(let type): type.name.map(link) ?? "object"
    case .either(let types): types.map(\.words).joined(separator: ", or ")
    case .document: "object"
    }
  }

  private static func counted(_ least: Int, _ most: Int?) -> String {
    switch (least, most) {
    case (0, nil): ""
    case (_, nil): ", \(least) at least"
    case (0, let most?): ", \(most) at most"
    case (_, let most?): ", \(least) to \(most)"
    }
  }

  /// Of an object without a name, or a list of such.
  var anonymousFields: [WireField] {
    switch self {
    case .object(let type) where type.name == nil: type.fields
    case .list(let element, _, _): element.anonymousFields
    default: []
    }
  }

  var isList: Bool { if case .list = self { true } else { false } }
}

/// `a`, `b` and `c`.
func listed(_ words: [String], _ conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}

/// To the section of that title.
func link(_ title: String) -> String {
  let anchor = title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  return "[\(title)](#\(anchor))"
}

/// In lines of 120 characters at most.
func wrapped(_ text: String) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.count + 1 + word.count > 120 {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? word : " \(word)"
  }
  return line.isEmpty ? lines : lines + [line]
}
