import MovieNightPrimitives

/// A request's refusal (`docs/protocol/README.md`, "Errors"). Areas declare each once; `with` adds message and data.
public struct Refusal: Error, Sendable {
  /// The code, which is a status code of HTTP or an error code of JSON-RPC.
  public let code: Int
  /// A stable identifier for programs, sent as `data.reason`.
  public let reason: String
  /// A description of when the refusal occurs, in a few words, for documents.
  public let summary: String
  /// A sentence for a person, with advice if there is any. In a declaration, each `%` is a placeholder for a word.
  public private(set) var message: String
  /// Details for programs. In a declaration, some have no value yet. Those without one are omitted from answers.
  public private(set) var data: [RefusalData]
  /// Advice for a person at the command line, which all refusals with the reason share; nil if there is none. Only the
  /// client has it. A `%` is a placeholder for advice on when to try again.
  public let hint: String?

  public init(
    _ code: Int, _ reason: String, _ summary: String, _ message: String, _ data: RefusalData..., hint: String? = nil
  ) {
    self.code = code
    self.reason = reason
    self.summary = summary
    self.message = message
    self.data = data
    self.hint = hint
  }

  /// Returns the declared refusal with a word for each `%` of the message, and with values for the declared data.
  public func with(_ words: String..., data values: RefusalData...) -> Refusal {
    let parts = message.split(separator: "%", omittingEmptySubsequences: false)
    assert(parts.count == words.count + 1, "\(reason) takes \(parts.count - 1) words")
    let message = zip(parts, words + [""]).map { $0 + $1 }.joined()
    return saying(message, data: values)
  }

  public func saying(_ message: String, data values: [RefusalData] = []) -> Refusal {
    assert(values.allSatisfy { value in data.contains { $0.isSameField(as: value) } }, "\(reason) has other data")
    var refusal = self
    refusal.message = message
    if !values.isEmpty { refusal.data = values }
    return refusal
  }

  /// Writes the error object of an answer.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("code", code)
      // The message may contain a title stored before the server removed control characters from titles.
      json.field("message", message.printable)
      json.key("data")
      writeData(to: &json)
    }
  }

  public func writeData(to json: inout JSONWriter) {
    json.object { json in
      json.field("reason", reason)
      for data in data { data.write(to: &json) }
    }
  }
}

/// Two refusals are equal if they have the same code and reason. Several codes can share a reason.
extension Refusal: Hashable {
  public static func == (left: Refusal, right: Refusal) -> Bool {
    left.code == right.code && left.reason == right.reason
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(reason)
  }
}

/// A declared member of a refusal's `data`, with or without a value.
public struct RefusalData: Sendable, Equatable {
  public let field: WireField
  private var value: [UInt8]?

  public init(_ field: WireField) { self.field = field }

  /// Returns the member with a value, which `write` writes.
  public func with(_ write: (inout JSONWriter) -> Void) -> RefusalData {
    var json = JSONWriter()
    write(&json)
    var data = self
    data.value = json.bytes
    return data
  }

  public func callAsFunction(_ value: Int) -> RefusalData { with { $0.integer(value) } }
  public func callAsFunction(_ value: String) -> RefusalData { with { $0.string(value) } }
  public func callAsFunction(_ values: [Int]) -> RefusalData { with { $0.array(values) { $0.integer($1) } } }
  public func callAsFunction<Kind>(_ id: Identifier<Kind>) -> RefusalData { with { $0.identifier(id) } }
  public func callAsFunction<Kind>(_ ids: [Identifier<Kind>]) -> RefusalData {
    with { $0.array(ids) { $0.identifier($1) } }
  }

  public static func == (left: RefusalData, right: RefusalData) -> Bool {
    left.isSameField(as: right) && left.value == right.value
  }

  func isSameField(as other: RefusalData) -> Bool { field.name.description == other.field.name.description }

  func write(to json: inout JSONWriter) {
    guard let value else { return }
    json.key(field.name)
    json.raw(value)
  }
}
