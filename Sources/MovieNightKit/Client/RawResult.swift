/// The result of a request as the server wrote it, decoded on demand.
///
/// For programs that pass the JSON on, including members that this library does not know.
public struct RawResult<Value: Decodable & Sendable>: Hashable, Codable, Sendable {
  /// The result as the server wrote it.
  public let json: JSONValue

  public init(json: JSONValue) { self.json = json }

  public init(from decoder: any Decoder) throws { json = try decoder.singleValueContainer().decode(JSONValue.self) }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// Decodes the result. An error contains the path of the missing or mistyped member: `suggestions[0].title`.
  public func value() throws(JSONError) -> Value { try json.decoded() }
}

extension ClientMethods {
  /// Sends a request and returns its result without decoding it.
  public func rawResult<Value>(of request: TypedRequest<Value>) async throws -> RawResult<Value> {
    let scope = scope
    return RawResult(
      json: try await scope.client.call(request.request(actingAs: scope.member), timeout: scope.timeout))
  }
}
