import MovieNightKit
import Synchronization

/// The two connections of a session to the movienight server. Each connects when it is used, and again after a loss.
final class MemberClients: Sendable {
  let quick: MovieNightClient
  let patient: MovieNightClient

  init(_ address: ServerAddress, token: String) {
    quick = MovieNightClient(to: address, as: .token(token), options: ServerConnections.options)
    patient = MovieNightClient(to: address, as: .token(token), options: ServerConnections.patientOptions)
  }
}

/// The connections of all sessions. Those of a session that is not used for a minute are closed.
///
/// Sessions with the same token share them. A revoked token ends its connections, so members with several sessions do not share.
final class ServerConnections: Sendable {
  static let options = MovieNightClient.Options(
    callTimeout: .seconds(20), connectTimeout: .seconds(3), reconnectTimeout: .seconds(4))
  /// A server that waits for the catalog is silent for longer than one that has stopped answering.
  static let patientOptions: MovieNightClient.Options = {
    var patient = options
    patient.silenceTimeout = .seconds(60)
    return patient
  }()
  static let idleTime: Duration = .seconds(60)

  let address: ServerAddress
  private let clients = Mutex<[String: (clients: MemberClients, usedAt: ContinuousClock.Instant)]>([:])

  init(_ address: ServerAddress) { self.address = address }

  func clients(of session: WebSession) -> MemberClients {
    clients.withLock { clients in
      let found = clients[session.token]?.clients ?? MemberClients(address, token: session.token)
      clients[session.token] = (found, .now)
      return found
    }
  }

  /// A connection without an identity, for one attempt to join or to sign in.
  func guest() -> MovieNightClient { MovieNightClient(to: address, options: Self.options) }

  /// Forgets, and so closes, the connections that have not been used since `time`, and on which no open page waits for events.
  func forgetUnused(since time: ContinuousClock.Instant) {
    clients.withLock { clients in
      for token in Array(clients.keys)
      where clients[token]!.usedAt < time && isKnownUniquelyReferenced(&clients[token]!.clients) {
        clients[token] = nil
      }
    }
  }

  /// Forgets connections with a token that has ended.
  func forget(token: String) { clients.withLock { $0[token] = nil } }

  var count: Int { clients.withLock { $0.count } }
}

/// What the server says about itself. It is asked again after a minute.
actor ServerFacts {
  private let connections: ServerConnections
  private var known: ServerInfo?
  private var askedAt: ContinuousClock.Instant?
  private var asking: Task<ServerInfo?, Never>?

  init(_ connections: ServerConnections) { self.connections = connections }

  /// The server's last answer; nil if it has never been reached.
  var info: ServerInfo? {
    get async {
      if asking == nil, askedAt.map({ .now - $0 > .seconds(known == nil ? 2 : 60) }) ?? true { ask() }
      if let known { return known }
      return await asking?.value
    }
  }

  /// The beginning of the addresses of posters and stills; nil without a catalog.
  var imageURL: String? { get async { await info?.catalog?.imageURL } }

  /// The credit to show with the catalog's data; nil without a catalog, and before the server's first answer.
  var attribution: String? { known?.catalog?.attribution }

  private func ask() {
    askedAt = .now
    asking = Task {
      // An unreachable server says nothing new. The page itself shows that it cannot be reached.
      let answer = try? await connections.guest().within(.seconds(2)).server.info()
      if let answer { known = answer }
      asking = nil
      return known
    }
  }
}
