import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Transport
import WritePath

/// The methods of the protocol over the transport: requests in, answers out, each connection's in its order.
///
/// Everything here runs on the event loop's thread and waits for nothing: commands go to the committer, what may have
/// to wait for the store goes to the workers, and both bring their results back through the loop.
///
/// `@unchecked Sendable`: other threads only reach it through `EventLoop.execute`.
final class Service: TransportHandler, @unchecked Sendable {
  let parts: Parts
  var conversations: [ConnectionID: Conversation] = [:]
  private var cache = AnswerCache(capacity: 64 << 20)
  private var failures = FailureLimiter()
  /// Answers to those who guess, in the order in which they are due.
  private var lateFailures = Queue<(due: Duration, failure: Failure)>()
  /// Of the last tick.
  private var uptime = Duration.zero
  private var authenticationsUnderWay = 0
  /// While tokens are looked at, what ended since: a worker may have looked before.
  private var endedMeanwhile = EndedAccess()
  /// What this wake leads to; handed over together at its end.
  private var outgoing: [OutgoingAnswer] = []
  private var submissions: [Submission] = []
  /// Requests for which something is found out elsewhere, by number.
  var findings: [UInt64: Finding] = [:]
  var lookupQuota: LookupQuota
  /// Of members' requests that are with workers.
  private var jobQuota = LookupQuota(LookupQuota.Limits(all: .max))
  /// Who has asked each query that a worker answers, by number. Whose access has ended is not in it any more.
  private var readers: [UInt64: Identity] = [:]
  /// Of requests that are answered later.
  private var lastNumber: UInt64 = 0
  private var scheduler = WorkScheduler()
  private(set) var isStopping = false

  /// Bytes of one answer, or of all in one batch.
  static let answerLimit = 16 << 20
  /// Of one line. As many values as half of the longest line could hold: parsing them takes about 10 ms.
  static let lineLimits = JSONDocument.Limits(values: 256 << 10, elements: Batch.limit)

  init(_ parts: Parts) {
    self.parts = parts
    lookupQuota = LookupQuota(parts.lookupLimits)
  }

  func makeNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Connections

  func connectionOpened(_ id: ConnectionID, peer: Peer) {
    var mayAdminister = false
    if case .unix(let uid) = peer { mayAdminister = uid == 0 || uid == parts.ownUID }
    conversations[id] = Conversation(peer: peer, mayAdminister: mayAdminister)
  }

  func connectionClosed(_ id: ConnectionID) {
    if let conversation = conversations.removeValue(forKey: id) {
      conversation.jobs.end()
      for batch in conversation.batches.values { batch.abandon() }
    }
    scheduler.remove(id)
    parts.subscriptions.connectionClosed(id)
  }

  func lineTooLong(_ id: ConnectionID, slot: UInt64) -> [UInt8] {
    Response.ofConnection(.lineTooLarge).bytes
  }

  func tooManyConnections(_ peer: Peer) -> [UInt8] {
    Response.ofConnection(.tooManyConnections).bytes
  }

  func tooManyOfMember() -> [UInt8] {
    Response.ofConnection(.tooManyOfMember).bytes
  }

  func terminationRequested(signal: Int32) {
    parts.stop()
  }

  func stopping() {
    isStopping = true
    parts.subscriptions.stop()
    parts.catalog?.catalog.stop()
    endFindings()
  }

  func buffersShrank() {
    parts.workers.perform(parts.returnMemory)
  }

  func tick(now: Duration) {
    uptime = now
    parts.subscriptions.tick()
    answerLateFailures()
  }

  /// Takes in what was recorded: who may do nothing any more, and what subscribers wait for.
  func take(_ changes: RecordedChanges) {
    if !changes.ended.isEmpty { endSessions(changes.ended) }
    parts.subscriptions.appended(changes)
  }

  /// Ends what connections may do, as soon as their token is revoked, their member gone or their household closed.
  private func endSessions(_ ended: EndedAccess) {
    if authenticationsUnderWay > 0 { endedMeanwhile.formUnion(ended) }
    for (number, reader) in readers where ended.ends(reader) { readers[number] = nil }
    for (number, finding) in findings where ended.ends(finding.caller.identity) {
      findings[number]?.accessHasEnded = true
    }
    for (id, conversation) in conversations where ended.ends(conversation.identity) {
      conversation.identity = .nobody
      parts.loop.setStanding(id, .stranger)
      parts.subscriptions.end(id, .accessEnded)
    }
  }

  // MARK: Requests

  func received(_ lines: [ReceivedLine]) {
    for line in lines {
      let id = line.connection
      guard let conversation = conversations[id], !conversation.isClosing else { continue }
      if scheduler.admits(id, cost: line.bytes.count), conversation.mayParse {
        take(line)
      } else {
        conversation.hold(line)
        resume(id)
      }
    }
    handOver()
  }

  // MARK: Turns

  var hasWork: Bool { scheduler.hasWaiting }

  func work(moreAreReady: Bool) {
    if moreAreReady { scheduler.shortenTurn() }
    while let id = scheduler.next({ conversations[$0]?.nextCost }) { goOn(id) }
    handOver()
    scheduler.beginTurn()
  }

  /// Does the next thing that a connection has sent.
  private func goOn(_ id: ConnectionID) {
    guard let conversation = conversations[id] else { return }
    if let next = conversation.waiting.popFirst() {
      scheduler.charge(id, next.byteCount)
      do throws(JSONError) { start(try next.request()) } catch { send(next.reply.error(.notJSON)) }
    } else if let line = conversation.takeLine() {
      take(line)
    }
  }

  /// Gives a connection its turn, where it has something that may be done.
  func resume(_ id: ConnectionID) {
    guard let conversation = conversations[id], conversation.nextCost != nil else { return }
    scheduler.add(id, isStranger: conversation.identity == .nobody)
  }

  /// Drops what a connection has sent and what was not started: it ends.
  private func close(_ id: ConnectionID) {
    for request in conversations[id]?.close() ?? [] { send(request.reply.dropped()) }
    scheduler.remove(id)
  }

  /// Sends what has come together. Every entry from the loop ends with it.
  func handOver() {
    // Emptied first: a committer that has stopped answers while it is asked, which comes back here.
    var commands: [Submission] = []
    swap(&commands, &submissions)
    if !commands.isEmpty { parts.commands.submit(commands) }
    var answers: [OutgoingAnswer] = []
    swap(&answers, &outgoing)
    if !answers.isEmpty { parts.loop.answer(answers) }
  }

  func send(_ answer: OutgoingAnswer?) {
    if let answer { outgoing.append(answer) }
  }

  private func take(_ line: ReceivedLine) {
    let reply = Reply(connection: line.connection, slot: line.slot, id: nil, batch: nil)
    scheduler.charge(line.connection, line.bytes.count)
    do throws(JSONError) {
      let json = try JSONDocument(line.bytes, limits: Self.lineLimits).root
      guard json.kind == .array else { return take(json, reply) }
      takeBatch(json, reply)
    } catch {
      send(reply.answered(Response.ofConnection(Refusal(ofLine: error))))
    }
  }

  private func takeBatch(_ json: JSONValue, _ reply: Reply) {
    let requests = Array(json.elements)
    guard (1...Batch.limit).contains(requests.count) else {
      return send(reply.answered(Response.ofConnection(.batchSize)))
    }
    let connection = reply.connection
    let batch = Batch(count: requests.count) { [loop = parts.loop] in loop.changeHeld(connection, by: $0) }
    conversations[connection]?.batches[reply.slot] = batch
    batch.whenSent.append { [self] in conversations[connection]?.batches[reply.slot] = nil }
    for request in requests {
      take(request, Reply(connection: reply.connection, slot: reply.slot, id: nil, batch: batch))
    }
    resume(connection)
  }

  private func take(_ json: JSONValue, _ place: Reply) {
    parts.metrics.requests.add()
    do throws(EnvelopeError) {
      let request = try IncomingRequest(json)
      var reply = Reply(connection: place.connection, slot: place.slot, id: request.id, batch: place.batch)
      guard let method = parts.methods[request.method] else {
        return send(reply.error(.unknownMethod.with(request.method)))
      }
      #if DEBUG
        reply.method = method
      #endif
      enqueue(Conversation.Request(reply: reply, method: method, params: request.params))
    } catch {
      send(place.answered(Response.ofConnection(id: error.id, error.error)))
    }
  }

  private func enqueue(_ request: Conversation.Request) {
    let id = request.reply.connection
    guard let conversation = conversations[id] else { return }
    guard !conversation.isClosing else { return send(request.reply.dropped()) }
    let isFree = conversation.waiting.isEmpty && conversation.mayStart(request.method)
    // A batch is as many requests as it has: it may be more than its connection's share.
    if isFree, request.reply.batch == nil || scheduler.mayContinue(id) {
      start(request)
    } else {
      conversation.waiting.append(Conversation.Waiting(request))
    }
  }

  private func start(_ waiting: Conversation.Request) {
    let reply = waiting.reply
    scheduler.charge(request: reply.connection, clock: parts.uptime)
    guard let conversation = conversations[reply.connection] else { return }
    do throws(Refusal) {
      let caller = try caller(of: reply.connection, conversation, waiting.method)
      let parameters = try Parameters(waiting.params, of: waiting.method)
      if waiting.method.preparation != .atOnce { return prepareAside(Conversation.Waiting(waiting), caller) }
      carryOut(try waiting.method.prepare(parameters, caller), caller, waiting.reply, waiting.method)
    } catch {
      send(reply.error(error))
    }
  }

  /// Prepares on a worker. What follows on the connection waits, so that each has one such request with them at a time.
  private func prepareAside(_ waiting: Conversation.Waiting, _ caller: Caller) {
    let connection = waiting.reply.connection
    let method = waiting.method
    let checksSecret = method.access == .bySecret
    let workers = checksSecret ? workersForSecrets(of: connection) : parts.workers
    guard let jobs = conversations[connection]?.jobs else { return }
    jobs.keep(waiting)
    let reply = waiting.reply
    let error = runOnWorker(of: workers, caller.identity, connection) { () -> Result<Work, Refusal>? in
      guard let waiting = jobs.take() else { return nil }
      return Result { () throws(Refusal) in try method.prepare(waiting.parameters(), caller) }
    } then: { [self] work in
      conversations[connection]?.isBlocked = false
      switch work {
      case .success(let work): carryOut(work, caller, reply, method)
      case .failure(let error):
        if checksSecret { conversations[connection]?.checksUnderWay -= 1 }
        fail(reply, error, method.access)
      case nil: break
      }
    }
    if let error {
      _ = jobs.take()
      return send(reply.error(error))
    }
    conversations[connection]?.isBlocked = true
    if checksSecret { conversations[connection]?.checksUnderWay += 1 }
  }

  func carryOut(_ work: Work, _ caller: Caller, _ reply: Reply, _ method: Method) {
    switch work {
    case .query(let query): ask(query, caller.identity, reply)
    case .command(var submission, let answer):
      conversations[reply.connection]?.commandsInFlight += 1
      submission.waiter = WaitingCommand(reply, answer, method, receivedAt: parts.clock())
      submissions.append(submission)
    case .control(let control): perform(control, reply)
    case .answer(let result): give(result, reply)
    case .later(let later, let repeated): find(later, carriedOutBefore: repeated, caller, reply, method)
    }
  }

  private func caller(of id: ConnectionID, _ conversation: Conversation, _ method: Method) throws(Refusal) -> Caller {
    switch (method.access, conversation.identity) {
    case (.everyone, _), (.bySecret, _), (.authenticated, .member), (_, .administrator): break
    case (.administrator, .member): throw .notAllowed
    case (_, .nobody): throw .notAuthenticated
    }
    return Caller(
      identity: conversation.identity, mayAdminister: conversation.mayAdminister,
      registrationIsOpen: parts.registrationIsOpen,
      readModels: parts.queries.readModels, workers: parts.workers, tenant: tenant(conversation.identity, id),
      catalog: parts.catalog?.on(behalfOf: conversation.identity.household),
      now: parts.clock())
  }

  // MARK: Commands

  /// Takes the answers of a group of commands, and starts what waited for them.
  func finish(_ finished: [CommandOutcomes.Finished]) {
    for outcome in finished {
      let (reply, access) = (outcome.command.reply, outcome.command.method.access)
      switch outcome.result {
      case .success(let result): send(reply.result(result))
      case .failure(let error): fail(reply, error, access)
      }
      guard let conversation = conversations[reply.connection] else { continue }
      conversation.commandsInFlight -= 1
      if access == .bySecret { conversation.checksUnderWay -= 1 }
      resume(reply.connection)
    }
    handOver()
  }

  // MARK: Queries

  private func ask(_ query: any Query, _ asker: Identity, _ reply: Reply) {
    if let answer = cache.answer(to: query, of: asker.household, { parts.queries.confirm(&$0) }) {
      parts.metrics.cacheHits.add()
      return give(answer, reply)
    }
    evaluate(query, asker, reply)
  }

  private func evaluate(_ query: any Query, _ asker: Identity, _ reply: Reply) {
    do throws(QueryFailure) {
      answered(query, of: asker.household, .success(try parts.queries.answer(query, mayWait: false)), reply)
    } catch .needsStore {
      let number = makeNumber()
      let queries = parts.queries
      let workers = query.isUrgent ? parts.healthWorker : parts.workers
      let error = runOnWorker(of: workers, asker, reply.connection) {
        Result { () throws(QueryFailure) in try queries.answer(query, mayWait: true) }
      } then: { [self] result in
        conversations[reply.connection]?.queriesAside -= 1
        let mayRead = readers.removeValue(forKey: number) != nil
        guard let result else { return }
        if mayRead {
          answered(query, of: asker.household, result, reply)
        } else {
          send(reply.error(.notAuthenticated))
        }
      }
      if let error { return send(reply.error(error)) }
      readers[number] = asker
      conversations[reply.connection]?.queriesAside += 1
    } catch {
      answered(query, of: asker.household, .failure(error), reply)
    }
  }

  private func answered(
    _ query: any Query, of asker: HouseholdID?, _ result: Result<Answer, QueryFailure>, _ reply: Reply
  ) {
    switch result {
    case .success(let answer):
      cache.keep(answer, to: query, of: asker)
      give(answer.json, reply)
    case .failure(.refused(let error)): send(reply.error(error))
    case .failure(.needsStore): send(reply.error(.storeUnavailable))
    case .failure(.failed(let error)):
      parts.log.error("query_failed", ["error": .string("\(error)")])
      send(reply.error(.storeUnavailable))
    }
  }

  /// Sends an answer that may be long. Where the peer leaves too many untaken, what follows waits.
  private func give(_ answer: [UInt8], _ reply: Reply) {
    let isStranger = conversations[reply.connection]?.identity == .nobody
    let limit = isStranger ? parts.limits.strangerOutput / 2 : Self.answerLimit
    scheduler.charge(
      reply.connection, answer.count / WorkScheduler.Cost.answerBytes, answerBytes: answer.count)
    guard answer.count + (reply.batch?.byteCount ?? 0) <= limit else {
      return send(reply.error(.answerTooLarge, closing: true))
    }
    send(reply.result(answer))
    if conversations[reply.connection]?.isFilled(by: answer.count, limit: parts.limits.unreadOutput) == true {
      parts.loop.reportDrained(reply.connection)
    }
  }

  func outputDrained(_ id: ConnectionID) {
    conversations[id]?.empty()
    parts.subscriptions.outputDrained(id)
    resume(id)
    handOver()
  }

  // MARK: The connection and the server

  private func perform(_ control: Control, _ reply: Reply) {
    switch control {
    case .ping: give(Array("{}".utf8), reply)
    case .info: give(parts.administration.info(parts.catalog, at: parts.clock()), reply)
    case .discover: give(parts.administration.openRPC(), reply)
    case .metrics: send(reply.result(parts.administration.metricsText()))
    case .authenticate(let secret): authenticate(secret, reply)
    case .authenticateAsAdministrator:
      authenticated(as: .administrator, .administrator, reply)
    case .rebuild(let names):
      parts.administration.rebuild(names, progress: progress(to: reply), completion: completion(of: reply))
    case .importEvents(let events, let texts, let more):
      parts.administration.importEvents(events, texts, more: more, completion: completion(of: reply))
    case .subscribe(let household, let filter, let after): subscribe(to: household, filter, after: after, reply)
    case .unsubscribe(let id):
      do throws(Refusal) {
        try parts.subscriptions.unsubscribe(id, reply.connection)
        send(reply.result(Array("{}".utf8)))
      } catch {
        send(reply.error(error))
      }
    }
  }

  private func subscribe(to household: HouseholdID, _ filter: EventFilter, after: Position?, _ reply: Reply) {
    do throws(Refusal) {
      // It was prepared on a worker: the access may have ended meanwhile.
      guard let identity = conversations[reply.connection]?.identity, identity.mayRead(household) else {
        throw .notAuthenticated
      }
      let (id, answer) = try parts.subscriptions.subscribe(
        reply.connection, household, EventView(reader: identity.memberID, filter: filter), after: after)
      let subscriptions = parts.subscriptions
      if let batch = reply.batch { batch.whenSent.append { subscriptions.begin(id) } } else { subscriptions.begin(id) }
      send(reply.result(answer))
    } catch {
      send(reply.error(error))
    }
  }

  private func progress(to reply: Reply) -> @Sendable ([UInt8]) -> Void {
    { [loop = parts.loop] notification in loop.notify(reply.connection, notification) }
  }

  private func completion(of reply: Reply) -> @Sendable (Result<[UInt8], Refusal>) -> Void {
    { [self] result in
      parts.loop.execute { [self] in
        switch result {
        case .success(let result): send(reply.result(result))
        case .failure(let error): send(reply.error(error))
        }
        handOver()
      }
    }
  }

  // MARK: Authentication

  private func authenticate(_ secret: TokenSecret?, _ reply: Reply) {
    let authenticator = parts.authenticator
    let connection = reply.connection
    let identity = conversations[connection]?.identity ?? .nobody
    let error = runOnWorker(of: workersForSecrets(of: connection), identity, connection) {
      Result { try authenticator.authenticate(secret) }
    } then: { [self] result in
      authenticated(result, reply)
    }
    if let error { return send(reply.error(error)) }
    authenticationsUnderWay += 1
    conversations[reply.connection]?.isBlocked = true
  }

  private func authenticated(_ result: Result<Authenticator.Success, any Error>?, _ reply: Reply) {
    defer {
      authenticationsUnderWay -= 1
      if authenticationsUnderWay == 0 { endedMeanwhile = EndedAccess() }
    }
    conversations[reply.connection]?.isBlocked = false
    switch result {
    case .success(let success) where endedMeanwhile.ends(success.identity): refuse(reply, .badToken)
    case .success(let success): authenticated(as: success.identity, success.shown, reply)
    case .failure(let error as Refusal): refuse(reply, error)
    case .failure(let error):
      parts.log.error("authentication_failed", ["error": .string("\(error)")])
      send(reply.error(.storeUnavailable))
    case nil: break
    }
  }

  private func authenticated(as identity: Identity, _ shown: ShownIdentity, _ reply: Reply) {
    if conversations[reply.connection]?.identity != identity {
      parts.subscriptions.end(reply.connection, .identityChanged)
    }
    conversations[reply.connection]?.identity = identity
    parts.loop.setStanding(reply.connection, identity.standing)
    send(reply.result(ServerTypes.identity.bytes(of: shown)))
  }

  // MARK: Workers

  /// Runs a job for a connection on a worker, then handles its result on the event loop.
  ///
  /// - Parameter next: called on the event loop with the result; nil if the connection ended before the job
  ///   began, which then did not run.
  /// - Returns: why the job was not queued; nil if it was.
  private func runOnWorker<Value: Sendable>(
    of workers: WorkerPool, _ identity: Identity, _ connection: ConnectionID,
    _ job: @escaping @Sendable () -> Value?, then next: @escaping @Sendable (Value?) -> Void
  ) -> Refusal? {
    // Other connections have few jobs at a time, and each is a tenant of its own.
    let isCounted = identity.memberID != nil
    if isCounted, !jobQuota.admit(identity) { return .tooManyRequests }
    let jobs = conversations[connection]?.jobs
    let isTaken = workers.perform(for: tenant(identity, connection)) { [self] in
      let value = jobs?.haveEnded == false ? job() : nil
      parts.loop.execute { [self] in
        if isCounted { jobQuota.release(identity) }
        next(value)
        resume(connection)
        handOver()
      }
    }
    if !isTaken, isCounted { jobQuota.release(identity) }
    return isTaken ? nil : .stopping
  }

  private func tenant(_ identity: Identity, _ connection: ConnectionID) -> WorkerPool.Tenant {
    switch identity {
    case .nobody: .connection(connection)
    case .member(_, let household, _): .household(household)
    case .administrator: .server
    }
  }

  /// Looks at secrets from where many were wrong go to a thread of their own: nobody else waits for them.
  private func workersForSecrets(of connection: ConnectionID) -> WorkerPool {
    guard let conversation = conversations[connection], !conversation.mayAdminister,
      failures.isSlowed(conversation.peer, at: parts.clock())
    else { return parts.workers }
    return parts.slowedWorker
  }

  /// Answers a command that failed. A secret that nobody has is a guess.
  func fail(_ reply: Reply, _ error: Refusal, _ access: Method.Access) {
    if access == .bySecret, error == Refusal.unknownInvite { return refuse(reply, error) }
    send(reply.error(error))
  }

  /// Answers a wrong secret. Where too many come from, the answer is late, and the connection waits for it. Behind the
  /// last one that a connection has, nothing is looked at.
  private func refuse(_ reply: Reply, _ error: Refusal) {
    guard let conversation = conversations[reply.connection] else { return }
    parts.metrics.failedAuthentications.add()
    // Many people may be behind it, as behind a page's server; and it could do worse than guess.
    guard !conversation.mayAdminister else { return send(reply.error(error)) }
    let now = parts.clock()
    let isSlowed = failures.isSlowed(conversation.peer, at: now)
    failures.noteFailure(conversation.peer, at: now)
    conversation.failedAuthentications += 1
    let isLast = conversation.failedAuthentications >= Conversation.failuresAllowed
    if isLast { parts.log.warning("too_many_failed_authentications", ["peer": .string("\(conversation.peer)")]) }
    defer { if isLast { close(reply.connection) } }
    guard isSlowed else { return send(reply.error(error, closing: isLast)) }
    conversation.lateFailures += 1
    lateFailures.append((uptime + FailureLimiter.delay, Failure(reply: reply, error: error, isLast: isLast)))
  }

  private struct Failure {
    let reply: Reply
    let error: Refusal
    let isLast: Bool
  }

  private func answerLateFailures() {
    while let late = lateFailures.first, late.due <= uptime {
      let failure = late.failure
      _ = lateFailures.popFirst()
      conversations[failure.reply.connection]?.lateFailures -= 1
      send(failure.reply.error(failure.error, closing: failure.isLast))
      resume(failure.reply.connection)
    }
    handOver()
  }
}
