import ProtocolSchema

/// Renders parameters, results and types as Markdown tables.
struct Tables {
  /// The names of the types with a section of their own, to which tables link. All other types are shown where used.
  let sharedTypes: Set<String>

  /// Returns a table of parameters or fields. `what` is the title of the first column.
  func table(_ what: String, _ fields: [WireField], of author: Author) -> [String] {
    ["| \(what) | type | description |", "| --- | --- | --- |"] + fields.flatMap { row($0, of: author) }
  }

  func section(_ type: ObjectType, _ name: String, of author: Author) -> [String] {
    ["## \(name)", ""] + wrapped(type.summary) + [""] + table("key", type.fields, of: author)
  }

  /// Returns a field's row, followed by the rows of its object's fields if the object's type has no section of its own.
  private func row(_ field: WireField, of author: Author, in path: String = "") -> [String] {
    let name = path + field.name.description
    var words = words(field.type)
    if let unit = field.unit { words += " (\(unit.rawValue))" }
    if field.isNullable, author == .server || field.isRequired { words = orNull(words, field.type) }
    if !field.isRequired { words += author == .client ? ", optional" : ", may be missing" }
    let inside = fieldsInPlace(field.type).flatMap {
      row($0, of: author, in: "\(name)\(field.type.isList ? "[]" : "").")
    }
    return ["| `\(name)` | \(words) | \(field.summary.replacing("|", with: "\\|")) |"] + inside
  }

  private func fieldsInPlace(_ type: ValueType) -> [WireField] {
    switch type {
    case .object(let object) where !isShared(object): object.fields
    case .list(let element, _, _): fieldsInPlace(element)
    default: []
    }
  }

  func isShared(_ object: ObjectType) -> Bool { object.name.map(sharedTypes.contains) ?? false }

  private func orNull(_ words: String, _ type: ValueType) -> String {
    switch type {
    case .enumeration(let enumeration): listed(enumeration.words.map { "`\($0)`" } + ["null"], "or")
    case .bool: "`true`, `false` or null"
    default: words + (words.contains(" ") && !words.hasPrefix("id of ") ? ", or null" : " or null")
    }
  }

  /// Returns a description of the type's values in a few words of Markdown.
  func words(_ type: ValueType) -> String {
    switch type {
    case .bool: "`true` or `false`"
    case .integer(nil): "integer"
    case .integer(let bounds?): "integer \(bounds.words)"
    case .number: "number"
    case .text(let form): "text" + form.words
    case .id(let kind): "id of \(withArticle(kind))"
    case .time: "time"
    case .date: "day"
    case .enumeration(let enumeration) where enumeration.isLong: "`\(enumeration.name)` value"
    case .enumeration(let enumeration): listed(enumeration.words.map { "`\($0)`" }, "or")
    case .list(.enumeration(let enumeration), 0, nil): "list of \(words(.enumeration(enumeration)))"
    case .list(let element, let least, let most): "list of " + Self.count(least, most) + plural(element)
    case .object(let object): isShared(object) ? link(object.name ?? "") : object.name.map { "`\($0)`" } ?? "object"
    case .either(let types): listed(types.map(words), "or")
    case .document: "object"
    }
  }

  private func plural(_ type: ValueType) -> String {
    switch type {
    case .integer(nil): "integers"
    case .integer(let bounds?): "integers \(bounds.words)"
    case .number: "numbers"
    case .text(let form): "texts" + form.words
    case .id(let kind): "ids of \(kind)s"
    case .time: "times"
    case .date: "days"
    case .object(let object) where object.name == nil: "objects"
    case .document: "objects"
    case .enumeration(let enumeration) where enumeration.isLong: "`\(enumeration.name)` values"
    case .enumeration: "of \(words(type))"
    case .bool, .list, .object, .either: words(type)
    }
  }

  private static func count(_ least: Int, _ most: Int?) -> String {
    switch (least, most) {
    case (0, nil): ""
    case (_, nil): "at least \(least) "
    case (0, let most?): "at most \(most) "
    case (_, let most?): "\(least) to \(most) "
    }
  }
}

extension ValueType {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

extension TextForm {
  fileprivate var words: String {
    switch self {
    case .any, .opaque, .secret: ""
    case .bytes(let bounds) where bounds.lowerBound == 0: " of at most \(bounds.upperBound) bytes"
    case .bytes(let bounds): " of \(bounds.lowerBound) to \(bounds.upperBound) bytes"
    case .stream: " (a stream name)"
    case .country: " (a two-letter country code)"
    case .name(let bounds): " of \(bounds.lowerBound) to \(bounds.upperBound) characters"
    case .searched(let characters, let bytes): " of at least \(characters) characters and at most \(bytes) bytes"
    }
  }
}

/// Joins words as in "`a`, `b` and `c`", where `conjunction` is "and".
func listed(_ words: [String], _ conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}

func link(_ type: String) -> String { "[\(type)](types.md#\(type.lowercased()))" }

/// Splits text into lines of at most 120 characters.
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
