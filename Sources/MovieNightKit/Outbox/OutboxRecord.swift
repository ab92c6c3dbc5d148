import MovieNightPrimitives

/// One thing that an outbox has written down. What is written together stands in one line, a list: of a line that did not reach
/// the disk whole, nothing counts.
enum OutboxRecord {
  case kept(KeptCommand)
  case answered(KeptOutcome)
  /// The app has taken the command back.
  case withdrawn(CommandID)
  /// The app has dealt with the outcome.
  case acknowledged(CommandID)

  static func line(_ records: [OutboxRecord]) -> [UInt8] {
    var json = JSONWriter()
    json.array(records) { $1.write(to: &$0) }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .kept(let command):
        json.field("command", command.id)
        json.field("method", command.request.method)
        json.field("params", raw: command.request.parameters)
        json.field("at", command.keptAt)
      case .answered(let outcome):
        json.field("answered", outcome.command.id)
        switch outcome.answer {
        case .result(let result): json.field("result", raw: result)
        case .refusal(let error): json.field("error", raw: error)
        case .violation(let what): json.field("violation", what)
        }
      case .withdrawn(let id): json.field("withdrawn", id)
      case .acknowledged(let id): json.field("acknowledged", id)
      }
    }
  }
}

/// A command that waits to be sent.
struct KeptCommand: Sendable {
  let id: CommandID
  /// Prepared, with the id in it.
  let request: Request
  let keptAt: Timestamp
}

/// What the server has answered to a command, as it is kept: JSON.
struct KeptOutcome: Sendable {
  enum Answer: Sendable {
    case result([UInt8])
    case refusal([UInt8])
    /// There was an answer, again and again, that cannot be understood, and why.
    case violation(String)
  }

  let number: Int
  let command: KeptCommand
  let answer: Answer
}

extension OutboxContents {
  private static var format: Int { 1 }

  /// The first line.
  var header: [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.field("outbox", Self.format)
      $0.field("member", member)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads lines. A last one that is not whole was never acknowledged to anybody, and is left out.
  ///
  /// - Returns: whether something was left out, so that the file has to be written anew.
  /// - Throws: `outbox(.file)` where a whole line is none of an outbox, `outbox(.ofAnother)`.
  mutating func take(_ bytes: [UInt8]) throws(ClientError) -> Bool {
    var rest = bytes[...]
    var number = 0
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      let line = Array(rest[..<end])
      rest = rest[(end + 1)...]
      if number == 1 {
        try check(header: line)
        continue
      }
      let before = rest.isEmpty ? self : nil
      do throws(JSONError) {
        for json in try Self.records(line) { if let record = try record(json) { apply(record) } }
      } catch {
        // Blocks of a file may reach the disk in another order than they were written: the end of a line before its middle.
        if let before {
          self = before
          return true
        }
        throw .outbox(.file("line \(number) is no line of an outbox: \(error)"))
      }
    }
    // Another file, whose name was given by mistake, is left alone.
    guard number > 0 || header.starts(with: rest) else { throw .outbox(.file("it is another kind of file")) }
    return !rest.isEmpty
  }

  private func check(header line: [UInt8]) throws(ClientError) {
    guard let json = try? JSONDocument(stored: line).root, json["outbox"]?.integer == Self.format,
      let owner = try? json.identifier("member") as MemberID
    else { throw .outbox(.file("line 1 is not how an outbox begins")) }
    guard owner == member else { throw .outbox(.ofAnother) }
  }

  private static func records(_ line: [UInt8]) throws(JSONError) -> JSONElements {
    let json = try JSONDocument(stored: line).root
    guard json.kind == .array else { throw JSONError(.wrongType(expected: "a list")) }
    return json.elements
  }

  /// Nil for an outcome of what is not kept any more.
  private func record(_ json: JSONValue) throws(JSONError) -> OutboxRecord? {
    if json["command"] != nil {
      let request = Request(try json.string("method"), json: Array(try json.object("params").rawBytes))
      return .kept(
        KeptCommand(id: try json.identifier("command"), request: request, keptAt: try json.timestamp("at")))
    }
    if json["withdrawn"] != nil { return .withdrawn(try json.identifier("withdrawn")) }
    if json["acknowledged"] != nil { return .acknowledged(try json.identifier("acknowledged")) }
    let id: CommandID = try json.identifier("answered")
    guard let command = pending.first(where: { $0.id == id }) else { return nil }
    let answer: KeptOutcome.Answer =
      if let result = json["result"] {
        .result(Array(result.encoded))
      } else if let what = json["violation"]?.string {
        .violation(what)
      } else {
        .refusal(Array(try json.object("error").rawBytes))
      }
    return .answered(outcome(of: command, answer))
  }
}
