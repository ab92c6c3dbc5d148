import MovieNightPrimitives
import ProtocolSchema

/// An example in the documentation: a request with its answers, or notifications without a request.
public struct DocumentedExample: Sendable {
  public var request: JSONValue?
  public var answers: [JSONValue] = []
  /// The file and line of the example, such as `docs/protocol/rounds.md:120`.
  public let place: String

  public var method: String? { request?["method"]?.string }
  /// The answer to the request, which has its id; nil if there are only notifications.
  public var answer: JSONValue? { answers.first { $0["id"] != nil } }
  public var notifications: [JSONValue] { answers.filter { $0["id"] == nil } }
}

/// A fenced block with JSON in a page of `docs/protocol`. In a block without a name, lines that begin with `→ ` are
/// sent and lines that begin with `← ` are received. A line that begins with a space continues the one before it. If an
/// object has the key `…`, its value names the method whose result contains the omitted keys, or a member of the result,
/// such as `titles.get.title`; of a list, its first element. A block that begins with `json HealthProblem` contains one
/// value of that type.
public struct ExampleBlock: Sendable {
  /// The text of the last heading above the block.
  public let section: String
  public let place: String
  /// The text of each `<!-- played: … -->` mark that is directly above the block.
  public let marks: [String]
  public internal(set) var examples: [DocumentedExample] = []
  /// The type that the block names, with the block's value; nil for a block without a name.
  public internal(set) var value: (type: String, json: JSONValue)?

  public struct DocumentError: Error, CustomStringConvertible {
    public let description: String
  }

  /// Returns the blocks of a page that contain examples. Throws an error if a block is malformed or a mark is not
  /// followed by a block, so that no example is overlooked.
  public static func blocks(of text: String, at path: String) throws(DocumentError) -> [ExampleBlock] {
    var reader = ExampleReader(path: path)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      try reader.read(line, at: index + 1)
    }
    return reader.blocks
  }
}

extension [ExampleBlock] {
  /// Returns the blocks with complete answers: each object with `…` gets the missing keys from the result it names.
  public func completed() throws(JSONError) -> [ExampleBlock] {
    let results = Dictionary(
      flatMap(\.examples).compactMap { example in
        example.answer?["result"].flatMap { result in example.method.map { ($0, result) } }
      }, uniquingKeysWith: { first, _ in first })
    var blocks = self
    for block in blocks.indices {
      for example in blocks[block].examples.indices {
        for (index, answer) in blocks[block].examples[example].answers.enumerated() {
          blocks[block].examples[example].answers[index] = try JSONDocument(answer.completed(from: results)).root
        }
      }
    }
    return blocks
  }

  /// The first successful example of each method, taken from the section with the method's name.
  public var ofMethods: [String: MethodExample] {
    var found: [String: MethodExample] = [:]
    for block in self {
      for example in block.examples where example.method == block.section && found[block.section] == nil {
        guard let result = example.answer?["result"] else { continue }
        found[block.section] = MethodExample(parameters: example.request?["params"], result: result)
      }
    }
    return found
  }
}

extension JSONValue {
  fileprivate func completed(from results: [String: JSONValue]) -> String {
    switch kind {
    case .object:
      var members = members.map { ($0.name, $0.value) }
      let whole = self["…"]?.string.flatMap { path in
        let parts = path.split(separator: ".").map(String.init)
        let result = results[parts.prefix(2).joined(separator: ".")]
        return parts.dropFirst(2).reduce(result) { value, name in
          let member = value?.members.first { $0.name == name }?.value
          return member?.kind == .array ? member?.elements.first : member
        }
      }
      for member in whole.map({ Array($0.members) }) ?? [] where !members.contains(where: { $0.0 == member.name }) {
        members.append((member.name, member.value))
      }
      if whole != nil { members.removeAll { $0.0 == "…" } }
      return "{" + members.map { "\"\($0)\":" + $1.completed(from: results) }.joined(separator: ",") + "}"
    case .array: return "[" + elements.map { $0.completed(from: results) }.joined(separator: ",") + "]"
    case .string, .number, .bool, .null: return String(decoding: encoded, as: UTF8.self)
    }
  }
}

private struct ExampleReader {
  let path: String
  private(set) var blocks: [ExampleBlock] = []
  private var section = ""
  private var marks: [String] = []
  /// The block being read, the words after its fence, and its lines, with continuations joined; nil between blocks.
  private var open: (info: Substring, block: ExampleBlock, lines: [(number: Int, text: String)])?

  init(path: String) { self.path = path }

  mutating func read(_ line: Substring, at number: Int) throws(ExampleBlock.DocumentError) {
    let place = "\(path):\(number)"
    if line.hasPrefix("```") {
      if open != nil { return try close() }
      let block = ExampleBlock(section: section, place: place, marks: marks)
      open = (line.dropFirst(3), block, [])
      marks = []
    } else if let last = open?.lines.indices.last, line.hasPrefix(" ") {
      open?.lines[last].text += line.drop { $0 == " " }
    } else if open != nil {
      open?.lines.append((number, String(line)))
    } else if line.hasPrefix("<!-- played: "), line.hasSuffix(" -->") {
      marks.append(String(line.dropFirst("<!-- played: ".count).dropLast(" -->".count)))
    } else if !marks.isEmpty {
      throw ExampleBlock.DocumentError(
        description: "\(place): `<!-- played: … -->` must be directly above a block")
    } else if line.hasPrefix("#") {
      section = String(line.drop { $0 == "#" }.dropFirst())
    }
  }

  private mutating func close() throws(ExampleBlock.DocumentError) {
    guard let (info, opened, lines) = open else { return }
    var block = opened
    open = nil
    if info.hasPrefix("json ") {
      guard block.marks.isEmpty, lines.count == 1, let line = lines.first else {
        throw ExampleBlock.DocumentError(description: "\(block.place): must have exactly one JSON value")
      }
      block.value = (String(info.dropFirst(5)), try json(line.text, line.number))
    } else if info.isEmpty {
      for line in lines {
        let place = "\(path):\(line.number)"
        if line.text.hasPrefix("→ ") {
          let request = try json(String(line.text.dropFirst(2)), line.number)
          block.examples.append(DocumentedExample(request: request, place: place))
        } else if line.text.hasPrefix("← ") {
          if block.examples.isEmpty { block.examples.append(DocumentedExample(place: place)) }
          block.examples[block.examples.count - 1].answers.append(try json(String(line.text.dropFirst(2)), line.number))
        } else {
          throw ExampleBlock.DocumentError(
            description: "\(place): the line must begin with `→ ` (sent) or `← ` (received)")
        }
      }
    } else if !block.marks.isEmpty {
      throw ExampleBlock.DocumentError(description: "\(block.place): a block named `\(info)` cannot be played")
    } else {
      return
    }
    blocks.append(block)
  }

  private func json(_ text: String, _ number: Int) throws(ExampleBlock.DocumentError) -> JSONValue {
    do throws(JSONError) { return try JSONDocument(text).root } catch {
      throw ExampleBlock.DocumentError(description: "\(path):\(number): \(error)")
    }
  }
}
