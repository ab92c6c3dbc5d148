import Primitives

/// The methods of one area of the protocol: `client.rounds`.
public protocol MethodArea: Sendable {
  /// How long a call may take, all attempts together; nil is as long as the client's options say.
  var timeout: Duration? { get set }
}

extension MethodArea {
  /// The same methods, each of whose calls may take so long: `client.server.within(.seconds(2)).ping()`.
  public func within(_ timeout: Duration) -> Self {
    var area = self
    area.timeout = timeout
    return area
  }
}

extension MovieNightClient {
  /// The result of a request as a value: also of a method that this library does not know yet.
  public func result<Value: JSONReadable>(
    of request: Request, within timeout: Duration? = nil
  ) async throws(ClientError) -> Value {
    let json = try await call(request, timeout: timeout)
    do throws(JSONError) {
      return try Value(json: json)
    } catch {
      throw .protocolViolation("the result of \(request.method): \(error)")
    }
  }
}
