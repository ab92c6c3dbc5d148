/// An entry of an outbox file. Entries written together form one line, a JSON array. An incomplete line is ignored.
enum OutboxRecord {
  case kept(Outbox.Command)
  case answered(CommandID, Result<JSONValue, ClientError>)
  case withdrawn(CommandID)
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
        json.field("method", command.method)
        json.field("params", raw: command.parameters.encoded)
        json.field("at", command.keptAt, command.keptAt.exactPrecision)
      case .answered(let id, let answer):
        json.field("answered", id)
        switch answer {
        case .success(let result): json.field("result", raw: result.encoded)
        case .failure(.refused(let refusal)): json.field("error", raw: refusal.json)
        case .failure(let error): json.field("violation", error.violation)
        }
      case .withdrawn(let id): json.field("withdrawn", id)
      case .acknowledged(let id): json.field("acknowledged", id)
      }
    }
  }

  fileprivate static func records(of line: [UInt8]) throws(JSONError) -> [OutboxRecord] {
    let json = try JSONDocument(stored: line).root
    guard json.kind == .array else { throw JSONError(.wrongType(expected: "a list")) }
    var records: [OutboxRecord] = []
    for element in json.elements { records.append(try OutboxRecord(element)) }
    return records
  }

  private init(_ json: JSONValue) throws(JSONError) {
    if json["command"] != nil {
      self = .kept(
        Outbox.Command(
          id: try json.identifier("command"), method: try json.string("method"),
          parameters: try json.object("params"), keptAt: try json.timestamp("at")))
    } else if json["withdrawn"] != nil {
      self = .withdrawn(try json.identifier("withdrawn"))
    } else if json["acknowledged"] != nil {
      self = .acknowledged(try json.identifier("acknowledged"))
    } else {
      self = .answered(try json.identifier("answered"), try Self.answer(json))
    }
  }

  private static func answer(_ json: JSONValue) throws(JSONError) -> Result<JSONValue, ClientError> {
    if let result = json["result"] { return .success(result) }
    if let what = json["violation"]?.string { return .failure(.protocolViolation(what)) }
    guard let refusal = try? Refusal(try json.object("error")) else {
      throw JSONError(.wrongType(expected: "an error"), field: "error")
    }
    return .failure(.refused(refusal))
  }
}

extension OutboxContents {
  private static var format: Int { 1 }

  var header: [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.field("outbox", Self.format)
      $0.field("member", member)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads the lines of a file. An incomplete last line is skipped, because it was never confirmed to a caller.
  ///
  /// - Returns: Whether a line was skipped, so that the file must be rewritten.
  /// - Throws: `outbox(.file)` if a complete line is invalid; `outbox(.ofAnother)` if it is another member's.
  mutating func load(_ bytes: [UInt8]) throws(ClientError) -> Bool {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = lines.popLast() ?? []
    // Do not overwrite a file of another kind whose path was passed by mistake.
    guard let first = lines.first else {
      guard header.starts(with: rest) else { throw .outbox(.file("it is not an outbox file")) }
      return !rest.isEmpty
    }
    try check(header: Array(first))
    for (index, line) in lines.enumerated().dropFirst() {
      do throws(JSONError) {
        for record in try OutboxRecord.records(of: Array(line)) { apply(record) }
      } catch {
        // The blocks of a file may reach the disk in any order, so the last line may have its end, but not its middle.
        if index == lines.count - 1, rest.isEmpty { return true }
        throw .outbox(.file("line \(index + 1) is invalid: \(error)"))
      }
    }
    return !rest.isEmpty
  }

  private func check(header line: [UInt8]) throws(ClientError) {
    guard let json = try? JSONDocument(stored: line).root, json["outbox"]?.integer == Self.format,
      let owner = try? json.identifier("member") as MemberID
    else { throw .outbox(.file("line 1 is not the beginning of an outbox")) }
    guard owner == member else { throw .outbox(.ofAnother) }
  }
}
