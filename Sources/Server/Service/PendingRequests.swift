import Transport

/// The requests that wait for a lookup. Confined to the event loop's thread.
/// `@unchecked Sendable`: other threads only reach it through `EventLoop.enqueue`.
final class PendingRequests: @unchecked Sendable {
  private struct Request {
    let identity: Identity
    let connection: ConnectionID
    let isCommand: Bool
    /// Whether the caller's token was revoked, or their member or household was removed, after the request arrived.
    var accessHasEnded = false
    let proceed: (Result<Work, Refusal>) -> Void
  }

  private let clients: Clients
  private var requests: [UInt64: Request] = [:]
  private var lastNumber: UInt64 = 0
  private var quota: LookupQuota
  private var isStopping = false

  init(_ clients: Clients, _ limits: LookupQuota.Limits) {
    self.clients = clients
    quota = LookupQuota(limits)
  }

  /// Starts the lookup, and calls `proceed` with its outcome on the event loop. The connection waits for a command's
  /// lookup, so that commands keep their order. Queries wait in parallel.
  /// - Throws: a refusal if the server is stopping or too many requests are waiting.
  func add(
    _ lookup: Lookup<Work>, _ identity: Identity, _ connection: ConnectionID, isCommand: Bool,
    then proceed: @escaping (Result<Work, Refusal>) -> Void
  ) throws(Refusal) {
    guard !isStopping else { throw .stopping }
    guard quota.admit(identity) else { throw .tooManyRequests }
    lastNumber += 1
    let request = Request(identity: identity, connection: connection, isCommand: isCommand, proceed: proceed)
    requests[lastNumber] = request
    block(request, true)
    lookup.begin { [self, number = lastNumber] outcome in
      // The outcome may be known immediately, but later requests must not be carried out inside this call.
      clients.loop.enqueue { [self] in finish(number, outcome) }
    }
  }

  private func block(_ request: Request, _ blocks: Bool) {
    guard let client = clients[request.connection] else { return }
    if request.isCommand { client.isBlocked = blocks } else { client.pendingQueries += blocks ? 1 : -1 }
  }

  private func finish(_ number: UInt64, _ outcome: Result<Work, Refusal>) {
    // There is no such request if `stop` has answered it.
    guard let request = requests.removeValue(forKey: number) else { return }
    quota.release(request.identity)
    block(request, false)
    // Answer for the identity that sent the request, even if the connection has since authenticated as another one.
    if request.accessHasEnded, case .success = outcome {
      request.proceed(.failure(.notAuthenticated))
    } else {
      request.proceed(outcome)
    }
    clients.resume(request.connection)
    clients.handOver()
  }

  func end(_ ended: EndedAccess) {
    for (number, request) in requests where ended.ends(request.identity) { requests[number]?.accessHasEnded = true }
  }

  /// Answers all waiting requests with `stopping`, because their lookups may not finish before the server stops.
  func stop() {
    isStopping = true
    for number in requests.keys.sorted() { finish(number, .failure(.stopping)) }
  }
}
