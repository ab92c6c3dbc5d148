import MovieNightPrimitives

/// A mismatch between JSON and its declaration.
public struct ValidationError: Error, Equatable, Sendable {
  /// The path from the validated value to the mismatch, such as `.movies[1].title`. Empty for the value itself.
  public let path: String
  /// The message. It continues a sentence that begins with the path, such as `is missing`.
  public let message: String

  public init(at path: String = "", _ message: String) {
    self.path = path
    self.message = message
  }

  /// Returns the same error for an enclosing value. `step` leads from that value to the one that was validated.
  public func within(_ step: String) -> ValidationError { ValidationError(at: step + path, message) }
}

/// The author of the JSON. Clients may write a value in several ways, but a server always writes it in the same way.
public enum Author: Sendable {
  case client, server
  /// A server, in the data of a recorded event, where times are in microseconds.
  case record
}

extension ValueType {
  /// Returns the first mismatch between `json` and the type. Objects must have all required and no undeclared members.
  public func validationError(in json: JSONValue, by author: Author) -> ValidationError? {
    switch self {
    case .list(let element, let least, let limit):
      kindError(json, .array) ?? Self.validationError(in: json, element, least, limit, author)
    case .object(let type): kindError(json, .object) ?? type.validationError(in: json, by: author)
    case .either(let types):
      types.contains { $0.validationError(in: json, by: author) == nil }
        ? nil : ValidationError("must be \(expectation)")
    default: holds(json, author) ? nil : ValidationError("must be \(expectation)")
    }
  }

  private func kindError(_ json: JSONValue, _ kind: JSONKind) -> ValidationError? {
    json.kind == kind ? nil : ValidationError("must be \(expectation)")
  }

  private static func validationError(
    in json: JSONValue, _ element: ValueType, _ least: Int, _ limit: Int?, _ author: Author
  ) -> ValidationError? {
    var count = 0
    for value in json.elements {
      if let limit, count == limit { return ValidationError("has more than \(limit) elements") }
      if let validationError = element.validationError(in: value, by: author) {
        return validationError.within("[\(count)]")
      }
      count += 1
    }
    return count < least ? ValidationError("has fewer than \(least) elements") : nil
  }

  private func holds(_ json: JSONValue, _ author: Author) -> Bool {
    switch self {
    case .bool: json.bool != nil
    case .integer(let bounds): json.integer.map { bounds?.contains($0) ?? true } ?? false
    case .number: json.double != nil
    case .text(let form): form.holds(json, author)
    case .id:
      author == .client
        ? json.identifier(of: Never.self) != nil
        : json.string.map { Identifier<Never>($0)?.description == $0 } ?? false
    case .time: json.timestamp.map { author == .client || $0.text(author.precision) == json.string } ?? false
    case .date: json.string.flatMap(CalendarDate.init(text:)) != nil
    case .enumeration(let enumeration): json.word.map(enumeration.words.contains) ?? false
    case .document: json.kind == .object
    case .list, .object, .either: false
    }
  }
}

extension Author {
  fileprivate var precision: TimestampPrecision { self == .record ? .microseconds : .seconds }
}

extension TextForm {
  fileprivate func holds(_ json: JSONValue, _ author: Author) -> Bool {
    if case .country(let codes) = self { return json.word.map(codes.contains) ?? false }
    if case .stream = self { return json.word.map(Self.isStream) ?? false }
    guard let text = json.string else { return false }
    return holds(text, author)
  }

  private func holds(_ text: String, _ author: Author) -> Bool {
    switch self {
    // These forms are not validated here but where the value is read. The caller has already checked `.stream`.
    case .any, .searched, .country, .stream: true
    case .opaque, .secret: author != .client || text.utf8.count <= Self.opaqueBytes
    case .bytes(let bounds): bounds.contains(text.utf8.count)
    // The domain checks the number of characters in a new name, because its refusal explains the rule better.
    case .name(let characters):
      text.utf8.count <= Self.nameBytes && (author == .client || text.count <= characters.upperBound)
    }
  }

  private static func isStream(_ text: String) -> Bool {
    let (category, id) = (text.utf8.dropLast(37), text.utf8.suffix(36))
    return category.first.map(isLowercase) ?? false && text.utf8.dropLast(36).last == UInt8(ascii: "-")
      && category.allSatisfy { isLowercase($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
      && Identifier<Never>(text: id)?.description.utf8.elementsEqual(id) ?? false
  }

  private static func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}

extension ObjectType {
  func validationError(in json: JSONValue, by author: Author) -> ValidationError? {
    // Checking this first bounds the number of members that the search for each field has to visit.
    if let name = json.memberName(notIn: names) {
      let validationError =
        author == .client ? "is unknown or given twice" : "is not declared or occurs twice"
      return ValidationError(at: ".\(name.excerpt)", validationError)
    }
    return errorInFields(in: json, by: author)
  }

  /// Returns the first mismatch in a declared field. Other members are ignored.
  public func errorInFields(in json: JSONValue, by author: Author) -> ValidationError? {
    for field in fields {
      guard let value = json[field.name] else {
        if field.isRequired { return ValidationError(at: ".\(field.name)", "is missing") }
        continue
      }
      if value.isNull {
        if field.isNullable { continue }
        return ValidationError(
          at: ".\(field.name)", field.isRequired && author == .client ? "is missing" : "must not be null")
      }
      if let validationError = field.type.validationError(in: value, by: author) {
        return validationError.within(".\(field.name)")
      }
    }
    return nil
  }
}
