import Foundation
import Primitives
import TestSupport

/// The examples of `docs/protocol.md`: lines that are sent (`→`), with those that come back (`←`).
struct ProtocolExamples {
  let all: [DocumentedExample]
  /// Objects that stand there by themselves, with the name of their type: a block that begins with `json HealthProblem`.
  let objects: [(type: String, json: JSONValue)]
  /// What is sent and heard in one night, in an order in which it comes to pass: in the document each block stands
  /// where it is looked for. One that is marked twice is played twice.
  let night: [ExampleTurn]

  /// - Throws: for a line in a block that is nothing of this, and for a mark that is none: no example is passed over.
  init() throws {
    let text = try Project.text("docs/protocol.md")
    var reader = ExampleReader()
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      do {
        try reader.read(line, at: index + 1)
      } catch {
        throw TestFailure("docs/protocol.md, line \(index + 1): \(error)")
      }
    }
    all = reader.examples.filter { !$0.isEmpty }
    objects = reader.objects
    night = reader.night
  }

  /// Those that nobody sends or hears.
  var unplayed: [DocumentedExample] {
    let blocks = Set(night.map(\.block))
    return all.filter { !blocks.contains($0.block) }
  }
}

/// One line that is sent, with what comes back; without a request what comes unasked.
struct DocumentedExample: Sendable {
  let section: String
  /// The line that the block of the example begins with.
  let block: Int
  let line: Int
  var request: JSONValue?
  var answers: [JSONValue] = []

  var isEmpty: Bool { request == nil && answers.isEmpty }
  var method: String? { request?["method"]?.string }
  /// What has the request's id.
  var answer: JSONValue? { answers.first { $0["id"] != nil } }
  var notifications: [JSONValue] { answers.filter { $0["id"] == nil } }
  var place: String { "docs/protocol.md, line \(line), \(method ?? section)" }
}

/// Who sends an example, or hears what comes unasked.
enum ExampleSender: String {
  /// A connection that says for nobody who it is, and one that has nothing before its example.
  case stranger, connection
  case administrator, creator
  /// The creator, on a second connection.
  case subscriber
  /// Who has accepted the invite.
  case newcomer
  /// The administrator of a second server, whose store is empty.
  case otherStore = "other store"
}

/// A block of examples that somebody sends, or hears: `<!-- played: 120, creator -->` stands before it, once for each
/// time. Numbers say only what comes before what, and leave room for what is to come between; equal ones go by the
/// document.
struct ExampleTurn {
  let number: Int
  let sender: ExampleSender
  let block: Int
  var examples: [DocumentedExample] = []
}

/// Reads the document line by line.
private struct ExampleReader {
  private(set) var examples: [DocumentedExample] = []
  private(set) var objects: [(type: String, json: JSONValue)] = []
  private var turns: [ExampleTurn] = []
  /// Marks whose block has not begun.
  private var marks: [(number: Int, sender: ExampleSender)] = []
  private var section = ""
  /// What stands behind the opening fence, and its line; nil outside of blocks.
  private var block: (info: String, line: Int)?

  var night: [ExampleTurn] {
    turns.sorted { ($0.number, $0.block) < ($1.number, $1.block) }.map { turn in
      var turn = turn
      turn.examples = examples.filter { $0.block == turn.block && !$0.isEmpty }
      return turn
    }
  }

  mutating func read(_ line: String, at number: Int) throws {
    if line.hasPrefix("```") {
      if block == nil { try open(String(line.dropFirst(3)), at: number) } else { block = nil }
    } else if let block {
      try read(line, at: number, in: block.info, from: block.line)
    } else if line.hasPrefix("<!-- played:") {
      marks.append(try Self.mark(line))
    } else if !marks.isEmpty {
      throw TestFailure("a mark of when an example is played stands right before its block")
    } else if line.hasPrefix("#") {
      section = String(line.drop { $0 == "#" }.dropFirst())
    }
  }

  private static func mark(_ line: String) throws -> (number: Int, sender: ExampleSender) {
    guard let match = line.wholeMatch(of: #/<!-- played: ([0-9]+), ([a-z ]+) -->/#), let number = Int(match.1) else {
      throw TestFailure("not of the form <!-- played: 120, creator -->")
    }
    guard let sender = ExampleSender(rawValue: String(match.2)) else { throw TestFailure("nobody is \(match.2)") }
    return (number, sender)
  }

  private mutating func open(_ info: String, at number: Int) throws {
    if !info.isEmpty, !marks.isEmpty { throw TestFailure("nothing is sent in this block") }
    turns += marks.map { ExampleTurn(number: $0.number, sender: $0.sender, block: number) }
    marks = []
    block = (info, number)
    // What comes unasked may stand there without a request.
    if info.isEmpty { examples.append(DocumentedExample(section: section, block: number, line: number + 1)) }
  }

  private mutating func read(_ line: String, at number: Int, in info: String, from block: Int) throws {
    if info.hasPrefix("json ") {
      objects.append((String(info.dropFirst(5)), try JSONDocument(line).root))
    } else if info.isEmpty, line.hasPrefix("→ ") {
      let request = try JSONDocument(String(line.dropFirst(2))).root
      examples.append(DocumentedExample(section: section, block: block, line: number, request: request))
    } else if info.isEmpty, line.hasPrefix("← ") {
      examples[examples.count - 1].answers.append(try JSONDocument(String(line.dropFirst(2))).root)
    } else {
      throw TestFailure("neither sent nor received, nor an object of a type that is named")
    }
  }
}
