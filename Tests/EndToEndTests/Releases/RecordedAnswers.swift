import Foundation
import MovieNightPrimitives

@testable import Server

/// Questions about the history that an earlier version wrote, with that version's answers (`Fixtures/README.md`).
struct RecordedAnswers {
  struct Question: Sendable {
    /// A name in `tokens`, "administrator", or another word for an unauthenticated connection.
    let sender: String
    let method: String
    /// The members of the parameters object, as JSON.
    let parameters: String
    let answer: RecordedAnswer
  }

  enum RecordedAnswer: Sendable {
    case result(JSONValue)
    /// The code and the reason of an error, separated by a space.
    case refused(String)
  }

  /// The time at which the questions were asked. No deadline was due at that time.
  let time: Timestamp
  let tokens: [String: String]
  let questions: [Question]

  /// - Parameter folder: The fixture folder of the version.
  init(in folder: URL) throws {
    let text = try String(contentsOf: folder.appending(path: "answers.jsonl"), encoding: .utf8)
    let lines = try text.split(separator: "\n").map { try JSONDocument(String($0)).root }
    guard let head = lines.first, let time = Timestamp(text: try head.string("asked_at")) else {
      throw TestFailure("\(folder.path) has no time at which the questions were asked")
    }
    self.time = time
    let named = try head.object("tokens").members.map { ($0.name, $0.value.text) }
    tokens = Dictionary(uniqueKeysWithValues: named)
    questions = try lines.dropFirst().map { line in
      Question(
        sender: try line.string("as"), method: try line.string("method"),
        parameters: String(try line.object("params").text.dropFirst().dropLast()),
        answer: try line["result"].map { .result($0) } ?? .refused(line.string("refused")))
    }
  }

  /// Asks all questions again and compares the answers.
  /// - Returns: The differences, and the paths of the members that only the new results have.
  func compare(with server: some ServerUnderTest) throws -> (differences: Set<String>, gained: Set<String>) {
    var comparison = Comparison()
    for question in questions {
      let answer = try wire(for: question.sender, server).call(question.method, question.parameters)
      let place = "\(question.sender): \(question.method)"
      switch question.answer {
      case .refused(let refusal):
        let now = answer.code.map { "\($0) \(answer.reason ?? "")" }
        if now != refusal { comparison.differences.insert("\(place): \(refusal) is \(now ?? answer.text)") }
      case .result(let result):
        guard answer.error == nil else {
          comparison.differences.insert("\(place) is \(answer.text)")
          continue
        }
        comparison.compare(result, try answer.result(), at: question.method)
      }
    }
    return (comparison.differences, comparison.gained)
  }

  private func wire(for name: String, _ server: some ServerUnderTest) throws -> Wire {
    if let token = tokens[name] { return try server.wire(token: token) }
    return try name == "administrator" ? server.administrator() : server.wire()
  }
}

/// A comparison of results. Members that both results have must have the same order and the same bytes.
private struct Comparison {
  var differences: Set<String> = []
  var gained: Set<String> = []

  mutating func compare(_ old: JSONValue, _ new: JSONValue, at place: String) {
    guard old.kind == new.kind, old.kind == .object || old.kind == .array else {
      if old.encoded != new.encoded { differences.insert("\(place): \(old.text) is \(new.text)") }
      return
    }
    if old.kind == .array {
      let pairs = (Array(old.elements), Array(new.elements))
      guard pairs.0.count == pairs.1.count else {
        differences.insert("\(place): \(old.text) is \(new.text)")
        return
      }
      for (old, new) in zip(pairs.0, pairs.1) { compare(old, new, at: place) }
      return
    }
    let names = Set(old.members.map(\.name))
    for member in new.members where !names.contains(member.name) { gained.insert("\(place).\(member.name)") }
    let kept = new.members.filter { names.contains($0.name) }
    guard kept.map(\.name) == old.members.map(\.name) else {
      differences.insert("\(place): members \(old.members.map(\.name)) are \(kept.map(\.name))")
      return
    }
    for (old, new) in zip(old.members, kept) { compare(old.value, new.value, at: "\(place).\(old.name)") }
  }
}
