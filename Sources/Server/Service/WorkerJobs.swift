import Transport

/// Runs jobs for connections on workers. Confined to the event loop's thread.
/// `@unchecked Sendable`: other threads only reach it through `EventLoop.execute`.
final class WorkerJobs: @unchecked Sendable {
  private let clients: Clients
  private var quota = LookupQuota(LookupQuota.Limits(all: .max))

  init(_ clients: Clients) { self.clients = clients }

  /// Runs a job for a connection on a worker, then calls `next` with the result on the event loop. If the connection
  /// ended before the job began, the job does not run, and `next` gets nil. `byteCount` returns a large result's
  /// approximate size in bytes.
  /// - Throws: a refusal if the job was not queued.
  func run<Value: Sendable>(
    on workers: WorkerPool, _ identity: Identity, _ connection: ConnectionID,
    _ job: @escaping @Sendable () -> Value?, holding byteCount: @escaping @Sendable (Value) -> Int = { _ in 0 },
    then next: @escaping @Sendable (Value?) -> Void
  ) throws(Refusal) {
    // Count only members' jobs. Other connections have few jobs at a time, and each of them is its own tenant.
    let isCounted = identity.memberID != nil
    if isCounted, !quota.admit(identity) { throw .tooManyRequests }
    let jobs = clients[connection]?.jobs
    let isTaken = workers.perform(for: identity.tenant(on: connection)) { [self] in
      let value = jobs?.haveEnded == false ? job() : nil
      clients.loop.execute(holding: value.map(byteCount) ?? 0) { [self] in
        if isCounted { quota.release(identity) }
        next(value)
        clients.resume(connection)
        clients.handOver()
      }
    }
    guard !isTaken else { return }
    if isCounted { quota.release(identity) }
    throw .stopping
  }
}
