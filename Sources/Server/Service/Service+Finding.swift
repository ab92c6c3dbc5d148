import EventStore

// Requests for which something is found out elsewhere before they are carried out.
extension Service {
  /// A request that goes on when it is known what it needs.
  struct Finding {
    let caller: Caller
    let reply: Reply
    let method: Method
    /// Whether the caller's token was revoked, or their member or household has gone, meanwhile.
    var accessHasEnded = false

    var isCommand: Bool { method.kind == .command }
  }

  /// Behind a command the connection waits, so that its commands keep their order; queries wait beside each other.
  func find(
    _ later: Later<Work>, carriedOutBefore repeated: RepeatedWork?, _ caller: Caller, _ reply: Reply, _ method: Method
  ) {
    guard !isStopping else { return send(reply.error(.stopping)) }
    guard lookupQuota.admit(caller.identity) else { return send(reply.error(.tooManyRequests)) }
    let (number, finding) = (makeNumber(), Finding(caller: caller, reply: reply, method: method))
    findings[number] = finding
    block(finding, true)
    let whole = repeated.map { answerOfBefore($0, or: later, caller.tenant) } ?? later
    whole.begin { [self] outcome in
      // It may be known at once: those that wait behind it must not be carried out inside of this.
      parts.loop.enqueue { [self] in found(outcome, for: number) }
    }
  }

  private func block(_ finding: Finding, _ blocks: Bool) {
    if finding.isCommand {
      conversations[finding.reply.connection]?.isBlocked = blocks
    } else {
      conversations[finding.reply.connection]?.queriesAside += blocks ? 1 : -1
    }
  }

  /// A command that was carried out before is answered as then: what it needed is not looked for again.
  private func answerOfBefore(
    _ repeated: RepeatedWork, or later: Later<Work>, _ tenant: WorkerPool.Tenant
  ) -> Later<Work> {
    let (workers, store) = (parts.workers, parts.queries.store)
    return Later { done in
      let taken = workers.perform(for: tenant) {
        do throws(StoreError) {
          guard try store.receipt(for: repeated.receipt) == nil else { return done(.success(repeated.work)) }
        } catch {
          return done(.failure(.storeUnavailable))
        }
        later.begin(done)
      }
      if !taken { done(.failure(.stopping)) }
    }
  }

  /// The server stops, and what they need may not come in time.
  func endFindings() {
    for number in findings.keys.sorted() { found(.failure(.stopping), for: number) }
  }

  private func found(_ outcome: Result<Work, Refusal>, for number: UInt64) {
    // Nil where the server's end has answered it.
    guard let finding = findings.removeValue(forKey: number) else { return }
    let reply = finding.reply
    lookupQuota.release(finding.caller.identity)
    block(finding, false)
    // It is answered as who asked it, also where the connection has authenticated as somebody else since.
    switch outcome {
    case .success where finding.accessHasEnded: send(reply.error(.notAuthenticated))
    case .success(let work): carryOut(work, finding.caller, reply, finding.method)
    case .failure(let error): fail(reply, error, finding.method.access)
    }
    resume(reply.connection)
    handOver()
  }
}
