import Primitives

/// One line of an outbox.
enum OutboxRecord {
  /// Whose commands follow.
  case member(String)
  case kept(KeptCommand)
  case answered(KeptOutcome)
  /// The app has dealt with the outcome, or has taken the command back.
  case done(String)

  private static var format: Int { 1 }

  /// The first line.
  static var header: [UInt8] { line { $0.field("outbox", format) } }

  var bytes: [UInt8] {
    Self.line { json in
      switch self {
      case .member(let member): json.field("member", member)
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
        }
      case .done(let id): json.field("done", id)
      }
    }
  }

  private static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(body)
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

/// A command that waits to be sent.
struct KeptCommand: Sendable {
  let id: String
  /// Prepared, with the id in it.
  let request: Request
  let keptAt: Timestamp
}

/// What the server has answered to a command, as it is kept: JSON.
struct KeptOutcome: Sendable {
  enum Answer: Sendable {
    case result([UInt8])
    case refusal([UInt8])
  }

  let number: Int
  let command: KeptCommand
  let answer: Answer
}

extension OutboxContents {
  /// Reads lines. A last one that is not whole was never acknowledged to anybody, and is left out.
  ///
  /// - Returns: whether something was left out, so that the file has to be written anew.
  /// - Throws: `outbox(.file)` where a whole line is none of an outbox.
  mutating func take(_ bytes: [UInt8]) throws(ClientError) -> Bool {
    var rest = bytes[...]
    var number = 0
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      let line = Array(rest[..<end])
      rest = rest[(end + 1)...]
      do throws(JSONError) {
        let json = try JSONDocument(line).root
        if number == 1 {
          guard json["outbox"]?.integer == 1 else { throw JSONError(.missing, field: "outbox") }
        } else {
          try take(json)
        }
      } catch {
        // Blocks of a file may reach the disk in another order than they were written: the end of a line before its middle.
        if rest.isEmpty, number > 1 { return true }
        throw .outbox(.file("line \(number) is no line of an outbox: \(error)"))
      }
    }
    // Another file, whose name was given by mistake, is left alone.
    guard number > 0 || OutboxRecord.header.starts(with: rest) else {
      throw .outbox(.file("it is another kind of file"))
    }
    return !rest.isEmpty
  }

  private mutating func take(_ json: JSONValue) throws(JSONError) {
    if let member = json["member"]?.string {
      apply(.member(member))
    } else if let id = json["command"]?.string {
      let request = Request(try json.string("method"), json: Array(try json.object("params").rawBytes))
      apply(.kept(KeptCommand(id: id, request: request, keptAt: try json.timestamp("at"))))
    } else if let id = json["answered"]?.string {
      guard let command = pending.first(where: { $0.id == id }) else { return }
      if let result = json["result"] {
        apply(.answered(outcome(of: command, .result(Array(result.encoded)))))
      } else {
        apply(.answered(outcome(of: command, .refusal(Array(try json.object("error").rawBytes)))))
      }
    } else {
      apply(.done(try json.string("done")))
    }
  }
}
