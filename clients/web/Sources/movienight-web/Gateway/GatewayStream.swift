import MovieNightKit

/// The parameters of `events.subscribe`, from the address of `GET /events` and its headers.
struct EventFilter: Sendable {
  private var values: [(name: String, value: String)]

  /// - Parameter lastEventID: The header with the position of a browser that connects again. It replaces `after`.
  init(query: [(name: String, value: String)], lastEventID: String?) {
    values = query
    guard let lastEventID, !lastEventID.isEmpty else { return }
    values.removeAll { $0.name == "after" }
    values.append(("after", lastEventID))
  }

  /// Writes the parameters. The movienight server judges their names and values.
  func write(to parameters: inout JSONWriter) {
    for (name, value) in values {
      parameters.key(name)
      if name == "after", let position = Int(value) {
        parameters.integer(position)
      } else if name == "types" {
        parameters.beginArray()
        for type in value.split(separator: ",", omittingEmptySubsequences: false) { parameters.string(String(type)) }
        parameters.endArray()
      } else {
        parameters.string(value)
      }
    }
  }
}

/// A subscription to events on a connection of its own, as Server-Sent Events.
///
/// The movienight server sends no more than the connection takes, and the stream reads no more than the browser takes.
struct GatewayStream: Sendable {
  private var lines: ServerLines
  private var position: Int
  private let keepAliveTime: Duration
  private var isOver = false
  private var hasBegun = false

  init(to address: ServerAddress, token: String, _ filter: EventFilter, limits: GatewayLimits) async throws {
    lines = try await ServerLines(to: address, token: token, limits: limits)
    keepAliveTime = limits.keepAliveTime
    do {
      let answer = try await lines.call("events.subscribe", filter.write, within: limits.answerTime)
      guard answer.code == nil else { throw GatewayRefusal(answer) }
      position = try JSONDocument(stored: answer.json).root.integer("position")
    } catch {
      lines.connection.close()
      throw error
    }
  }

  func close() { lines.connection.close() }

  /// Returns the next part of the stream, after at most the time between comment lines; nil at its end.
  mutating func next() async throws -> String? {
    if isOver { return nil }
    if !hasBegun {
      hasBegun = true
      return "retry: 2000\nid: \(position)\n\n"
    }
    while true {
      switch try await lines.next(within: keepAliveTime) {
      case .nothing: return ": still here\n\n"
      case .end: return nil
      case .line(let line):
        let message = try JSONDocument(stored: line).root
        switch message["method"]?.word {
        case "events.appended": return try events(message.object("params"))
        case "events.closed":
          isOver = true
          let reason = try message.object("params").word("reason")
          return #"event: closed\#ndata: {"reason":"\#(reason)"}\#n\#n"#
        default: continue
        }
      }
    }
  }

  private mutating func events(_ notification: JSONValue) throws(JSONError) -> String {
    var text = ""
    for event in try notification.array("events") {
      let position = try event.integer("position")
      text += "id: \(position)\ndata: \(String(decoding: event.encoded, as: UTF8.self))\n\n"
      self.position = position
    }
    let covered = try notification.integer("position")
    // The filter has excluded the events up to there.
    if covered > position || text.isEmpty {
      text += "id: \(covered)\n\n"
      position = covered
    }
    return text
  }
}
