import WireProtocol

/// The head of a table of parameters or fields.
func head(_ what: String) -> [String] { ["| \(what) | type | what it is |", "| --- | --- | --- |"] }

/// A table's row of a parameter or a field; those inside an object without a name stand behind it.
func row(_ field: WireField, of author: Author, in path: String = "") -> [String] {
  let name = path + field.name.description
  var words = field.type.words
  if let unit = field.unit { words += " (\(unit.rawValue))" }
  if field.isNullable, author == .server || field.isRequired { words = orNull(words, field.type) }
  if !field.isRequired { words += author == .client ? ", optional" : ", not always there" }
  let inside = field.type.anonymousFields.flatMap {
    row($0, of: author, in: "\(name)\(field.type.isList ? "[]" : "").")
  }
  return ["| `\(name)` | \(words) | \(field.summary.replacing("|", with: "\\|")) |"] + inside
}

/// A type that has a name: what it is, and its table.
func section(_ type: ObjectType, _ name: String, of author: Author) -> [String] {
  ["### \(name)", ""] + wrapped(type.summary) + [""] + head("key") + type.fields.flatMap { row($0, of: author) }
}

private func orNull(_ words: String, _ type: ValueType) -> String {
  switch type {
  case .choice(let choice): listed(choice.words.map { "`\($0)`" } + ["null"], "or")
  case .flag: "`true`, `false` or null"
  default: words + (words.contains(" ") && !words.hasPrefix("id of ") ? ", or null" : " or null")
  }
}

extension ValueType {
  /// What may stand there, in a few words of Markdown.
  var words: String {
    switch self {
    case .flag: "`true` or `false`"
    case .integer(nil): "integer"
    case .integer(let bounds?): "integer \(bounds.words)"
    case .number: "number"
    case .text(let form): "text" + form.words
    case .id(let kind): "id of \(withArticle(kind))"
    case .time: "time"
    case .date: "day"
    case .choice(let choice) where choice.isLong: "word of `\(choice.name)`"
    case .choice(let choice): listed(choice.words.map { "`\($0)`" }, "or")
    case .list(.choice(let choice), 0, nil): "list of \(ValueType.choice(choice).words)"
    case .list(let element, let least, let most): "list of " + Self.count(least, most) + element.plural
    case .object(let type): type.name.map(link) ?? "object"
    case .either(let types): listed(types.map(\.words), "or")
    case .document: "object"
    }
  }

  /// What may stand in a list.
  private var plural: String {
    switch self {
    case .integer(nil): "integers"
    case .integer(let bounds?): "integers \(bounds.words)"
    case .number: "numbers"
    case .text(let form): "texts" + form.words
    case .id(let kind): "ids of \(kind)s"
    case .time: "times"
    case .date: "days"
    case .object(let type) where type.name == nil: "objects"
    case .document: "objects"
    case .choice(let choice) where choice.isLong: "words of `\(choice.name)`"
    case .choice: "of \(words)"
    case .flag, .list, .object, .either: words
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

extension TextForm {
  fileprivate var words: String {
    switch self {
    case .any, .opaque, .secret: ""
    case .bytes(let bounds) where bounds.lowerBound == 0: " of at most \(bounds.upperBound) bytes"
    case .bytes(let bounds): " of \(bounds.lowerBound) to \(bounds.upperBound) bytes"
    case .stream: " that names a stream"
    case .country: " of two capital letters"
    case .name(let bounds): " of \(bounds.lowerBound) to \(bounds.upperBound) characters"
    case .searched(let characters, let bytes): " of at least \(characters) characters and at most \(bytes) bytes"
    }
  }
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
