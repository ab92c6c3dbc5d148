import Primitives
import Testing

/// Which keys an answer has, written as the protocol's tables write it: `a, b {c, d}, e [{f}], g [h]`.
indirect enum Shape: Sendable {
  case value
  case object([String: Shape])
  case list(Shape)

  /// The shape of an object with these members.
  init(_ members: String) {
    var reader = ShapeReader(rest: members[...])
    self = .object(reader.members())
  }
}

private struct ShapeReader {
  var rest: Substring

  mutating func members() -> [String: Shape] {
    var members: [String: Shape] = [:]
    while true {
      skip(" ,\n")
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard !name.isEmpty else { return members }
      rest = rest.dropFirst(name.count)
      members[String(name)] = shape()
    }
  }

  private mutating func shape() -> Shape {
    skip(" ")
    switch rest.first {
    case "{":
      rest.removeFirst()
      defer { skip("}") }
      return .object(members())
    case "[":
      rest.removeFirst()
      skip(" ")
      let element: Shape = rest.first == "{" ? shape() : .value
      rest = rest.drop { $0 != "]" }.dropFirst()
      return .list(element)
    default: return .value
    }
  }

  private mutating func skip(_ characters: String) {
    if characters == "}" {
      rest = rest.drop { $0 != "}" }.dropFirst()
    } else {
      rest = rest.drop(while: characters.contains)
    }
  }
}

/// Compares answers with shapes, and remembers which objects it saw, so that a test is not content with nulls.
struct ShapeAudit {
  private var wanted: Set<String> = []
  private var seen: Set<String> = []

  /// Objects that no answer showed.
  var unseen: [String] { wanted.subtracting(seen).sorted() }

  mutating func check(_ value: JSONValue, _ shape: Shape, at path: String) {
    want(shape, at: path)
    compare(value, shape, at: path)
  }

  private mutating func want(_ shape: Shape, at path: String) {
    switch shape {
    case .value: break
    case .list(let element): want(element, at: path)
    case .object(let members):
      wanted.insert(path)
      for (name, shape) in members { want(shape, at: "\(path).\(name)") }
    }
  }

  private mutating func compare(_ value: JSONValue, _ shape: Shape, at path: String) {
    if value.isNull { return }
    switch shape {
    case .value: checkText(value, at: path)
    case .list(let element):
      #expect(value.kind == .array, "\(path)")
      for value in value.elements { compare(value, element, at: path) }
    case .object(let members):
      seen.insert(path)
      #expect(Set(value.members.map(\.name)) == Set(members.keys), "\(path)")
      for (name, value) in value.members { compare(value, members[name] ?? .value, at: "\(path).\(name)") }
    }
  }

  /// Times are whole seconds in UTC, ids are lower-case UUIDs.
  private func checkText(_ value: JSONValue, at path: String) {
    guard let text = value.string else { return }
    let name = path.split(separator: ".").last ?? ""
    if name.hasSuffix("_at") {
      #expect(Timestamp(text: text)?.text(.seconds) == text, "\(path) is \(text)")
    }
    let members = ["started_by", "created_by", "picked_by", "proposed_by", "added_by", "marked_by"]
    if name.hasSuffix("_id") && name != "imdb_id" || members.contains(String(name)) {
      #expect(Identifier<Never>(text)?.description == text, "\(path) is \(text)")
    }
  }
}
