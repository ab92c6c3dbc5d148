import Domain
import EventStore

/// Carries out requests that concern the connection or the server itself. Confined to the event loop's thread.
/// `@unchecked Sendable`: other threads only reach it through `EventLoop.execute`.
final class ControlRunner: @unchecked Sendable {
  private let parts: Service.Parts
  private let clients: Clients
  private let authentication: Authentication

  init(_ parts: Service.Parts, _ clients: Clients, _ authentication: Authentication) {
    self.parts = parts
    self.clients = clients
    self.authentication = authentication
  }

  func perform(_ control: Control, _ reply: Reply) throws(Refusal) {
    let administration = parts.administration
    switch control {
    case .ping: clients.sendResult(Array("{}".utf8), reply)
    case .info:
      let isAdministrator = clients[reply.connection]?.identity == .administrator
      clients.sendResult(
        administration.info(parts.catalog, listen: isAdministrator ? parts.tcpAddress : nil, at: parts.clock()), reply)
    case .discover: clients.sendResult(administration.openRPC(), reply)
    case .metrics: clients.send(reply.result(administration.metricsText()))
    case .authenticate(let secret): try authentication.authenticate(secret, reply)
    case .authenticateAsAdministrator: authentication.authenticate(as: .administrator, .administrator, reply)
    case .rebuild(let names):
      let progress: @Sendable ([UInt8]) -> Void = { [loop = parts.loop] in loop.notify(reply.connection, $0) }
      administration.rebuild(names, progress: progress, completion: completion(of: reply))
    case .importEvents(let events, let texts, let more):
      administration.importEvents(events, texts, more: more, completion: completion(of: reply))
    case .subscribe(let household, let filter, let after): try subscribe(to: household, filter, after: after, reply)
    case .unsubscribe(let id):
      try parts.subscriptions.unsubscribe(id, reply.connection)
      clients.send(reply.result(Array("{}".utf8)))
    }
  }

  private func subscribe(
    to household: HouseholdID, _ filter: EventFilter, after: Position?, _ reply: Reply
  ) throws(Refusal) {
    // Check access again, because it may have ended while a worker prepared the request.
    guard let identity = clients[reply.connection]?.identity, identity.mayRead(household) else {
      throw .notAuthenticated
    }
    let subscriptions = parts.subscriptions
    let (id, answer) = try subscriptions.subscribe(
      reply.connection, household, EventView(reader: identity.memberID, filter: filter), after: after)
    if let batch = reply.batch { batch.whenSent.append { subscriptions.begin(id) } } else { subscriptions.begin(id) }
    clients.send(reply.result(answer))
  }

  private func completion(of reply: Reply) -> Administration.Completion {
    { [clients] result in
      clients.loop.execute {
        switch result {
        case .success(let result): clients.send(reply.result(result))
        case .failure(let error): clients.send(reply.error(error))
        }
        clients.handOver()
      }
    }
  }
}
