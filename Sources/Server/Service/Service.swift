import Commands
import MovieNightPrimitives
import Transport

/// Implements the protocol on top of the transport. Turns received lines into requests, and answers each connection's
/// requests in order. Runs on the event loop's thread and never blocks. The committer carries out commands, and the
/// workers do the work that may wait for the store. Both return their results through the loop.
/// `@unchecked Sendable`: other threads only reach it through `EventLoop.execute`.
final class Service: TransportHandler, @unchecked Sendable {
  private let parts: Parts
  private let clients: Clients
  private let jobs: WorkerJobs
  private let queries: QueryRunner
  private let authentication: Authentication
  private let controls: ControlRunner
  private let pending: PendingRequests

  /// The maximum number of bytes of an answer, or of all answers in a batch.
  static let answerLimit = 16 << 20
  /// The limits of a line: half as many values as the longest line could hold, because parsing them takes about 10 ms.
  static let lineLimits = JSONDocument.Limits(values: 256 << 10, elements: Batch.limit)

  init(_ parts: Parts) {
    self.parts = parts
    clients = Clients(parts.loop, parts.committer, parts.limits)
    jobs = WorkerJobs(clients)
    queries = QueryRunner(parts, clients, jobs)
    authentication = Authentication(parts, clients, jobs)
    controls = ControlRunner(parts, clients, authentication)
    pending = PendingRequests(clients, parts.lookupLimits)
  }

  // MARK: Transport handler

  func connectionOpened(_ id: ConnectionID, peer: Peer) {
    var mayAdminister = false
    if case .unix(let uid) = peer { mayAdminister = uid == 0 || uid == parts.ownUID }
    clients.open(id, peer: peer, mayAdminister: mayAdminister)
  }

  func connectionClosed(_ id: ConnectionID) {
    clients.remove(id)
    parts.subscriptions.connectionClosed(id)
    parts.imports.connectionClosed(id) { parts.workers.perform($0) }
  }

  func lineTooLong(_ id: ConnectionID, slot: UInt64) -> [UInt8] { Response.connectionError(.lineTooLarge).bytes }

  func tooManyConnections(_ peer: Peer) -> [UInt8] { Response.connectionError(.tooManyConnections).bytes }

  func tooManyOfMember() -> [UInt8] { Response.connectionError(.tooManyOfMember).bytes }

  func terminationRequested(signal: Int32) { parts.stop() }

  func stopping() {
    parts.subscriptions.stop()
    parts.catalog?.catalog.stop()
    pending.stop()
  }

  func buffersShrank() { parts.workers.perform(parts.returnMemory) }

  func tick(now: Duration) {
    parts.subscriptions.tick()
    authentication.tick(now: now)
  }

  func outputDrained(_ id: ConnectionID) {
    clients[id]?.resetAnswerCount()
    parts.subscriptions.outputDrained(id)
    clients.resume(id)
    clients.handOver()
  }

  func received(_ lines: [ReceivedLine]) {
    for line in lines {
      let id = line.connection
      guard let client = clients[id], !client.isClosing else { continue }
      if clients.scheduler.admits(id, cost: line.bytes.count), client.mayParse {
        take(line)
      } else {
        client.hold(line)
        clients.resume(id)
      }
    }
    clients.handOver()
  }

  var hasWork: Bool { clients.scheduler.hasWaiting }

  func work(moreAreReady: Bool) {
    if moreAreReady { clients.scheduler.shortenTurn() }
    while let id = clients.scheduler.next({ clients[$0]?.nextCost }) { proceed(id) }
    clients.handOver()
    clients.scheduler.beginTurn()
  }

  // MARK: Recorded changes

  /// Applies recorded changes: ends access and informs subscribers. Then sends the answers of a group of commands, and
  /// lets requests start that waited for these commands.
  func take(_ changes: RecordedChanges, _ finished: [(WaitingCommand, Result<[UInt8], Refusal>)]) {
    if !changes.ended.isEmpty {
      queries.end(changes.ended)
      pending.end(changes.ended)
      authentication.end(changes.ended)
    }
    parts.subscriptions.appended(changes)
    for (command, result) in finished {
      let (reply, access) = (command.reply, command.method.access)
      switch result {
      case .success(let result): clients.send(reply.result(result))
      case .failure(let error): authentication.fail(reply, error, access)
      }
      guard let client = clients[reply.connection] else { continue }
      client.commandsInFlight -= 1
      if access == .bySecret { client.checksInProgress -= 1 }
      clients.resume(reply.connection)
    }
    clients.handOver()
  }

  // MARK: Requests

  /// Starts the next request of a connection. If there is none, takes the connection's next line.
  private func proceed(_ id: ConnectionID) {
    guard let client = clients[id] else { return }
    if let next = client.waiting.popFirst() {
      clients.scheduler.charge(id, next.byteCount)
      do throws(JSONError) {
        start(next.reply, next.method, try next.parsed())
      } catch {
        clients.send(next.reply.error(.notJSON))
      }
    } else if let line = client.takeLine() {
      take(line)
    }
  }

  private func take(_ line: ReceivedLine) {
    let reply = Reply(connection: line.connection, slot: line.slot, id: nil, batch: nil)
    clients.scheduler.charge(line.connection, line.bytes.count)
    do throws(JSONError) {
      let json = try JSONDocument(line.bytes, limits: Self.lineLimits).root
      guard json.kind == .array else { return take(json, reply) }
      takeBatch(json, reply)
    } catch {
      clients.send(reply.answer(Response.connectionError(Refusal(ofLine: error))))
    }
  }

  private func takeBatch(_ json: JSONValue, _ reply: Reply) {
    let requests = Array(json.elements)
    guard (1...Batch.limit).contains(requests.count) else {
      return clients.send(reply.answer(Response.connectionError(.batchSize)))
    }
    let connection = reply.connection
    let batch = Batch(count: requests.count) { [loop = parts.loop] in loop.changeHeld(connection, by: $0) }
    clients[connection]?.batches[reply.slot] = batch
    batch.whenSent.append { [self] in clients[connection]?.batches[reply.slot] = nil }
    for request in requests {
      take(request, Reply(connection: connection, slot: reply.slot, id: nil, batch: batch))
    }
    clients.resume(connection)
  }

  private func take(_ json: JSONValue, _ place: Reply) {
    parts.metrics.requests.add()
    do throws(EnvelopeError) {
      let request = try IncomingRequest(json)
      var reply = Reply(connection: place.connection, slot: place.slot, id: request.id, batch: place.batch)
      guard let method = parts.methods[request.method] else {
        return clients.send(reply.error(.unknownMethod.with(request.method)))
      }
      #if DEBUG
        reply.method = method
      #endif
      enqueue(reply, method, request.params)
    } catch {
      clients.send(place.answer(Response.connectionError(id: error.id, error.error)))
    }
  }

  private func enqueue(_ reply: Reply, _ method: Method, _ params: JSONValue?) {
    let id = reply.connection
    guard let client = clients[id] else { return }
    guard !client.isClosing else { return clients.send(reply.dropped()) }
    let isFree = client.waiting.isEmpty && client.mayStart(method)
    // A batch was admitted as one line, but its requests together may exceed the connection's share.
    if isFree, reply.batch == nil || clients.scheduler.mayContinue(id) {
      start(reply, method, params)
    } else {
      client.waiting.append(WaitingRequest(reply, method, params))
    }
  }

  private func start(_ reply: Reply, _ method: Method, _ params: JSONValue?) {
    clients.scheduler.charge(request: reply.connection, clock: parts.uptime)
    guard let client = clients[reply.connection] else { return }
    do throws(Refusal) {
      let caller = try caller(of: reply.connection, client, method)
      let parameters = try Parameters(params, of: method)
      if method.preparation == .immediate {
        try carryOut(try method.prepare(parameters, caller), caller, reply, method)
      } else {
        try prepareOnWorker(WaitingRequest(reply, method, params), caller, client)
      }
    } catch {
      clients.send(reply.error(error))
    }
  }

  private func caller(of id: ConnectionID, _ client: ConnectionState, _ method: Method) throws(Refusal) -> Caller {
    switch (method.access, client.identity) {
    case (.everyone, _), (.bySecret, _), (.authenticated, .member), (_, .administrator): break
    case (.administrator, .member): throw .notAllowed
    case (_, .nobody): throw .notAuthenticated
    }
    return Caller(
      identity: client.identity, connection: id, mayAdminister: client.mayAdminister,
      registrationIsOpen: parts.registrationIsOpen, queries: parts.queries, workers: parts.workers,
      catalog: parts.catalog?.on(behalfOf: client.identity.household), imports: parts.imports, now: parts.clock())
  }

  /// Prepares a request on a worker. The connection waits for it, so it has only one such request at a time.
  private func prepareOnWorker(
    _ request: WaitingRequest, _ caller: Caller, _ client: ConnectionState
  ) throws(Refusal) {
    let (reply, method, connectionJobs) = (request.reply, request.method, client.jobs)
    let checksSecret = method.access == .bySecret
    let workers = checksSecret ? authentication.workers(for: reply.connection) : parts.workers
    connectionJobs.keep(request)
    do throws(Refusal) {
      try jobs.run(on: workers, caller.identity, reply.connection) { () -> Result<Work, Refusal>? in
        guard let request = connectionJobs.take() else { return nil }
        return Result { () throws(Refusal) in try method.prepare(request.parameters(), caller) }
      } then: { [self] work in
        clients[reply.connection]?.isBlocked = false
        guard let work else { return }
        if checksSecret, case .failure = work { clients[reply.connection]?.checksInProgress -= 1 }
        proceed(with: work, caller, reply, method)
      }
    } catch {
      _ = connectionJobs.take()
      throw error
    }
    client.isBlocked = true
    if checksSecret { client.checksInProgress += 1 }
  }

  private func proceed(with work: Result<Work, Refusal>, _ caller: Caller, _ reply: Reply, _ method: Method) {
    do throws(Refusal) {
      try carryOut(try work.get(), caller, reply, method)
    } catch {
      authentication.fail(reply, error, method.access)
    }
  }

  private func carryOut(_ work: Work, _ caller: Caller, _ reply: Reply, _ method: Method) throws(Refusal) {
    switch work {
    case .query(let query): queries.ask(query, caller.identity, reply)
    case .command(var submission, let answer):
      clients[reply.connection]?.commandsInFlight += 1
      submission.waiter = WaitingCommand(reply, answer, method, receivedAt: parts.clock())
      clients.submit(submission)
    case .control(let control): try controls.perform(control, reply)
    case .answer(let result): clients.sendResult(result, reply)
    case .pending(let lookup):
      let isCommand = method.kind == .command && !method.waitsInBackground
      try pending.add(lookup, caller.identity, reply.connection, isCommand: isCommand) { [self] work in
        proceed(with: work, caller, reply, method)
      }
    }
  }
}
