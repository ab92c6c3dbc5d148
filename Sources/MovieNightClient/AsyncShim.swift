import Primitives

// Until the client is asynchronous itself.

extension MovieNightClient: @unchecked Sendable {}

extension MovieNightClient {
  func call(_ request: Request, timeout: Duration? = nil) async throws(ClientError) -> JSONValue {
    try pipeline([request], timeout: timeout)[0].get()
  }
}
