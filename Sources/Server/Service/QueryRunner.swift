import Domain

/// Answers queries from the cache, from memory or on a worker. Confined to the event loop's thread.
/// `@unchecked Sendable`: workers only reach it through `EventLoop.execute`.
final class QueryRunner: @unchecked Sendable {
  private let parts: Service.Parts
  private let clients: Clients
  private let jobs: WorkerJobs
  private var cache = AnswerCache(capacity: 64 << 20)
  /// The senders of the queries that workers are answering, by number. A sender is removed when their access ends.
  private var readers: [UInt64: Identity] = [:]
  private var lastNumber: UInt64 = 0

  init(_ parts: Service.Parts, _ clients: Clients, _ jobs: WorkerJobs) {
    self.parts = parts
    self.clients = clients
    self.jobs = jobs
  }

  func ask(_ query: any Query, _ asker: Identity, _ reply: Reply) {
    if let answer = cache.answer(to: query, of: asker.household, { parts.queries.confirm(&$0) }) {
      parts.metrics.cacheHits.add()
      return clients.sendResult(answer, reply)
    }
    do throws(QueryFailure) {
      finish(query, of: asker.household, .success(try parts.queries.answer(query, mayWait: false)), reply)
    } catch .needsStore {
      do throws(Refusal) { try runOnWorker(query, asker, reply) } catch { clients.send(reply.error(error)) }
    } catch {
      finish(query, of: asker.household, .failure(error), reply)
    }
  }

  private func runOnWorker(_ query: any Query, _ asker: Identity, _ reply: Reply) throws(Refusal) {
    lastNumber += 1
    let number = lastNumber
    try jobs.run(on: query.isUrgent ? parts.healthWorker : parts.workers, asker, reply.connection) {
      [queries = parts.queries] in
      Result { () throws(QueryFailure) in try queries.answer(query, mayWait: true) }
    } holding: { result in
      (try? result.get().json.count) ?? 0
    } then: { [self] result in
      clients[reply.connection]?.pendingQueries -= 1
      let mayRead = readers.removeValue(forKey: number) != nil
      guard let result else { return }
      if mayRead {
        finish(query, of: asker.household, result, reply)
      } else {
        clients.send(reply.error(.notAuthenticated))
      }
    }
    readers[number] = asker
    clients[reply.connection]?.pendingQueries += 1
  }

  private func finish(
    _ query: any Query, of asker: HouseholdID?, _ result: Result<Answer, QueryFailure>, _ reply: Reply
  ) {
    switch result {
    case .success(let answer):
      cache.keep(answer, to: query, of: asker)
      clients.sendResult(answer.json, reply)
    case .failure(.refused(let error)): clients.send(reply.error(error))
    case .failure(.needsStore): clients.send(reply.error(.storeUnavailable))
    case .failure(.failed(let error)):
      parts.log.error("query_failed", ["error": .string("\(error)")])
      clients.send(reply.error(.storeUnavailable))
    }
  }

  func end(_ ended: EndedAccess) {
    for (number, reader) in readers where ended.ends(reader) { readers[number] = nil }
  }
}
