/// A method and its parameters. Encoding it writes the parameters as bytes, because they may not be valid JSON.
public struct Request: Hashable, Codable, Sendable {
  /// The method's name in the protocol, such as `rounds.vote`.
  public let method: String
  /// The parameters as JSON text, as they are sent to the server.
  public private(set) var parameters: [UInt8]
  /// Whether the request is a command, which gets an id. False for methods in `reads` and requests made by `read`.
  private(set) var isCommand: Bool

  /// Creates a request; `body` writes the members of its parameters:
  /// `Request("rounds.get") { $0.field("round_id", id) }`.
  public init(_ method: String, parameters body: (inout JSONWriter) -> Void = { _ in }) {
    var writer = JSONWriter()
    writer.object(body)
    self.init(method, json: writer.bytes)
  }

  /// Creates a request with JSON parameters. Sending invalid ones throws `unreadableParameters`.
  public init(_ method: String, json parameters: [UInt8]) {
    self.method = method
    self.parameters = parameters
    isCommand = !Self.reads.contains(method)
  }

  /// Creates a request for a method that changes nothing, even one that this library does not know.
  public static func read(_ method: String, parameters body: (inout JSONWriter) -> Void = { _ in }) -> Request {
    var request = Request(method, parameters: body)
    request.isCommand = false
    return request
  }
}

extension Request {
  /// Returns the validated request on one line. Adds a new command id if the request is a command without one.
  func prepared(commandID makeCommandID: () -> CommandID) throws(ClientError) -> Request {
    let root: JSONValue
    do {
      root = try JSONDocument(parameters).root
    } catch {
      throw .unreadableParameters(error)
    }
    var prepared = self
    // Valid JSON contains raw line ends only between tokens, where a space has the same meaning.
    let line = parameters.map { $0 == 10 || $0 == 13 ? 32 : $0 }
    prepared.parameters = line
    guard isCommand, root.kind == .object, root["command_id"] == nil else { return prepared }
    prepared.parameters = Self.addingMembers(to: line, root, with: { $0.field("command_id", makeCommandID()) })
    return prepared
  }

  /// Returns the same request with more members in its parameters, which must be an object.
  func adding(_ body: (inout JSONWriter) -> Void) -> Request {
    guard let root = try? JSONDocument(parameters).root else { return self }
    var request = self
    request.parameters = Self.addingMembers(to: parameters, root, with: body)
    return request
  }

  private static func addingMembers(
    to text: [UInt8], _ root: JSONValue, with body: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(reserving: text.count + 64)
    writer.beginObject()
    body(&writer)
    if root.members.contains(where: { _ in true }) {
      writer.raw(text[(root.offset + 1)...])
    } else {
      writer.endObject()
    }
    return writer.bytes
  }

  func write(id: Int, to bytes: inout [UInt8]) {
    var writer = JSONWriter(reserving: parameters.count + 96)
    writer.object {
      $0.field("jsonrpc", "2.0")
      $0.field("id", id)
      $0.field("method", method)
      $0.field("params", raw: parameters)
    }
    bytes.append(contentsOf: writer.bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}
