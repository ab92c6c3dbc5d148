import MovieNightPrimitives

/// An editable JSON document.
indirect enum JSONTree: CustomStringConvertible {
  /// Null, a Boolean or a number, verbatim.
  case word(String)
  case string(String)
  case array([JSONTree])
  case object([(name: String, value: JSONTree)])

  init(_ json: JSONValue) {
    switch json.kind {
    case .null, .bool, .number: self = .word(String(decoding: json.rawBytes, as: UTF8.self))
    case .string: self = .string(json.string ?? "")
    case .array: self = .array(json.elements.map(JSONTree.init))
    case .object: self = .object(json.members.map { ($0.name, JSONTree($0.value)) })
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .word(let word): json.raw(word.utf8)
    case .string(let text): json.string(text)
    case .array(let elements): json.array(elements) { $1.write(to: &$0) }
    case .object(let members):
      json.object { json in
        for (name, value) in members {
          json.key(name)
          value.write(to: &json)
        }
      }
    }
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    write(to: &json)
    return json.bytes
  }

  var description: String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.count > 80 ? "\(text.prefix(60))... (\(text.utf8.count) bytes)" : text
  }

  /// The number of values in the tree, including the root.
  var count: Int {
    switch self {
    case .word, .string: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  /// Replaces the value at `place` in preorder, where the root is at 0.
  func replacing(_ place: Int, by change: (JSONTree) -> JSONTree) -> JSONTree {
    if place == 0 { return change(self) }
    var rest = place - 1
    func replace(_ child: JSONTree) -> JSONTree {
      defer { rest -= child.count }
      return (0..<child.count).contains(rest) ? child.replacing(rest, by: change) : child
    }
    switch self {
    case .word, .string: return self
    case .array(let elements): return .array(elements.map(replace))
    case .object(let members): return .object(members.map { ($0.name, replace($0.value)) })
    }
  }
}
