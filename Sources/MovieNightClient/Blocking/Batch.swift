import Primitives

/// The requests of one pipeline and what has become of each.
struct Batch {
  /// Prepared once, so that every attempt sends the same bytes.
  private(set) var requests: [Request] = []
  /// Nil as long as the request of this attempt has no answer.
  private var answers: [Result<JSONValue, ClientError>?] = []

  init(_ requests: [Request], commandID: () -> CommandID) {
    for request in requests {
      do {
        self.requests.append(try request.prepared(commandID: commandID))
        answers.append(nil)
      } catch {
        self.requests.append(request)
        answers.append(.failure(error))
      }
    }
  }

  /// Begins an attempt: the indices of the requests to send, those among them that are to be sent again.
  mutating func open() -> [Int] {
    for index in answers.indices where retryDelay(of: index) != nil { answers[index] = nil }
    return answers.indices.filter { answers[$0] == nil }
  }

  mutating func answer(_ index: Int, _ result: Result<JSONValue, ClientError>) {
    answers[index] = result
  }

  /// Ends an attempt that broke off: `error` is the outcome of whatever has no answer.
  mutating func breakOff(_ error: ClientError) {
    for index in answers.indices where answers[index] == nil { answers[index] = .failure(error) }
  }

  /// How long to wait at least before the next attempt; nil when there is nothing to send again.
  var leastRetryDelay: Duration? { answers.indices.compactMap(retryDelay).max() }

  /// The outcome of each request, after an attempt.
  var outcomes: [Result<JSONValue, ClientError>] { answers.compactMap { $0 } }

  private func retryDelay(of index: Int) -> Duration? {
    guard case .failure(let error) = answers[index] else { return nil }
    return error.leastRetryDelay
  }
}
