import MovieNightPrimitives
import Transport

/// Authenticates connections, and slows down clients that guess secrets. Confined to the event loop's thread.
/// `@unchecked Sendable`: workers only reach it through `EventLoop.execute`.
final class Authentication: @unchecked Sendable {
  private let parts: Service.Parts
  private let clients: Clients
  private let jobs: WorkerJobs
  private var failures = FailureLimiter()
  /// The delayed answers to wrong secrets, in the order in which they are due.
  private var lateFailures = Queue<(due: Duration, reply: Reply, error: Refusal, isLast: Bool)>()
  /// The time of the last tick.
  private var uptime = Duration.zero
  private var inFlight = 0
  /// The access that has ended while secrets are being checked. Workers may have read the rows before the access ended.
  private var endedMeanwhile = EndedAccess()

  init(_ parts: Service.Parts, _ clients: Clients, _ jobs: WorkerJobs) {
    self.parts = parts
    self.clients = clients
    self.jobs = jobs
  }

  func authenticate(_ secret: TokenSecret?, _ reply: Reply) throws(Refusal) {
    let connection = reply.connection
    let identity = clients[connection]?.identity ?? .nobody
    try jobs.run(on: workers(for: connection), identity, connection) { [authenticator = parts.authenticator] in
      Result { try authenticator.authenticate(secret) }
    } then: { [self] result in
      finishAuthentication(result, reply)
    }
    inFlight += 1
    clients[connection]?.isBlocked = true
  }

  private func finishAuthentication(_ result: Result<Authenticator.Success, any Error>?, _ reply: Reply) {
    defer {
      inFlight -= 1
      if inFlight == 0 { endedMeanwhile = EndedAccess() }
    }
    clients[reply.connection]?.isBlocked = false
    switch result {
    case .success(let success) where endedMeanwhile.ends(success.identity): refuse(reply, .badToken)
    case .success(let success): authenticate(as: success.identity, success.shown, reply)
    case .failure(let error as Refusal): refuse(reply, error)
    case .failure(let error):
      parts.log.error("authentication_failed", ["error": .string("\(error)")])
      clients.send(reply.error(.storeUnavailable))
    case nil: break
    }
  }

  func authenticate(as identity: Identity, _ shown: ShownIdentity, _ reply: Reply) {
    let client = clients[reply.connection]
    if client?.identity != identity { parts.subscriptions.end(reply.connection, .identityChanged) }
    client?.identity = identity
    clients.loop.setAuthorizationLevel(reply.connection, identity.authorizationLevel)
    clients.send(reply.result(ServerTypes.identity.bytes(of: shown)))
  }

  /// Removes the identity of connections whose token was revoked, whose member left or whose household was closed.
  func end(_ ended: EndedAccess) {
    if inFlight > 0 { endedMeanwhile.formUnion(ended) }
    for (id, client) in clients.states where ended.ends(client.identity) {
      client.identity = .nobody
      clients.loop.setAuthorizationLevel(id, .unauthenticated)
      parts.subscriptions.end(id, .accessEnded)
    }
  }

  // MARK: Wrong secrets

  /// Returns the workers that check the secrets of a connection. After many wrong secrets from its peer, they are
  /// checked on a separate thread, so that other clients do not wait.
  func workers(for connection: ConnectionID) -> WorkerPool {
    guard let client = clients[connection], !client.mayAdminister,
      failures.isSlowed(client.peer, at: parts.clock())
    else { return parts.workers }
    return parts.slowedWorker
  }

  /// Answers a request that failed. If the error is that an invite is unknown, the request counts as a guess.
  func fail(_ reply: Reply, _ error: Refusal, _ access: Method.Access) {
    if access == .bySecret, error == Refusal.unknownInvite { return refuse(reply, error) }
    clients.send(reply.error(error))
  }

  /// Answers a wrong secret. After too many failures of a peer, the answer is delayed, and the connection's later
  /// requests wait for it. After its last allowed failure, the connection is closed.
  private func refuse(_ reply: Reply, _ error: Refusal) {
    guard let client = clients[reply.connection] else { return }
    parts.metrics.failedAuthentications.add()
    // Do not slow down administrators. One may act for many people, and a guessed secret gives it no more power.
    guard !client.mayAdminister else { return clients.send(reply.error(error)) }
    let now = parts.clock()
    let isSlowed = failures.isSlowed(client.peer, at: now)
    failures.noteFailure(client.peer, at: now)
    client.failedAuthentications += 1
    let isLast = client.failedAuthentications >= ConnectionState.failuresAllowed
    if isLast { parts.log.warning("too_many_failed_authentications", ["peer": .string("\(client.peer)")]) }
    defer { if isLast { clients.close(reply.connection) } }
    guard isSlowed else { return clients.send(reply.error(error, closing: isLast)) }
    client.lateFailures += 1
    lateFailures.append((uptime + FailureLimiter.delay, reply, error, isLast))
  }

  func tick(now: Duration) {
    uptime = now
    while let late = lateFailures.first, late.due <= uptime {
      _ = lateFailures.popFirst()
      clients[late.reply.connection]?.lateFailures -= 1
      clients.send(late.reply.error(late.error, closing: late.isLast))
      clients.resume(late.reply.connection)
    }
    clients.handOver()
  }
}
