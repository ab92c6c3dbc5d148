import MovieNightPrimitives
import Transport

struct IncomingRequest: Sendable {
  /// The encoded id; nil for a notification, which gets no answer.
  let id: [UInt8]?
  /// The method's name. If the text cannot be a name, this is an excerpt of it for the error message.
  let method: String
  /// The parameters as an object; nil if the request has none.
  let params: JSONValue?

  init(_ json: JSONValue) throws(EnvelopeError) {
    let id = Self.id(of: json)
    guard json.kind == .object else { throw EnvelopeError(id: nil, "A request must be an object.") }
    guard json["jsonrpc"]?.isText("2.0") == true else { throw EnvelopeError(id: id, "jsonrpc must be \"2.0\".") }
    guard let name = json["method"], let method = name.word ?? name.string?.excerpt else {
      throw EnvelopeError(id: id, "method must be a string.")
    }
    if json["id"] != nil, id == nil {
      throw EnvelopeError(id: nil, "id must be a string, a number or null.")
    }
    self.id = id
    self.method = method
    let params = json["params"]
    guard params == nil || params?.kind == .object || params?.isNull == true else {
      throw EnvelopeError(id: id, "params must be an object with named parameters.")
    }
    self.params = params?.kind == .object ? params : nil
  }

  private static func id(of json: JSONValue) -> [UInt8]? {
    guard let id = json["id"] else { return nil }
    switch id.kind {
    case .number, .null: return Array(id.rawBytes)
    case .string: return [UInt8(ascii: "\"")] + id.rawBytes + [UInt8(ascii: "\"")]
    case .bool, .array, .object: return nil
    }
  }
}

/// A line that is JSON but not a request.
struct EnvelopeError: Error {
  /// The request's id; nil if it could not be read.
  let id: [UInt8]?
  let error: Refusal

  init(id: [UInt8]?, _ what: String) {
    self.id = id
    error = .invalidRequest.with(what)
  }
}

enum Response {
  private static let opening = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let resultKey = Array(#","result":"#.utf8)
  private static let errorKey = Array(#","error":"#.utf8)
  private static let null = Array("null".utf8)
  private static let closing = Array("}".utf8)

  static func result(id: [UInt8], _ result: [UInt8]) -> OutgoingLine {
    var start: [UInt8] = []
    start.reserveCapacity(opening.count + id.count + resultKey.count)
    start += opening
    start += id
    start += resultKey
    return OutgoingLine(start, result, closing)
  }

  /// Returns the response that reports an error. `id` is nil if the request's id could not be read.
  static func error(id: [UInt8]?, _ error: Refusal) -> OutgoingLine {
    var json = JSONWriter(reserving: 192)
    error.write(to: &json)
    return OutgoingLine(opening + (id ?? null) + errorKey, json.bytes, closing)
  }

  /// Returns the response that reports an error of a connection or a line, rather than of a known method.
  static func connectionError(id: [UInt8]? = nil, _ error: Refusal) -> OutgoingLine {
    #if DEBUG
      requireDeclared(error)
    #endif
    return self.error(id: id, error)
  }
}
