import MovieNightKit

/// The connections to the movienight server: for each token one for what may wait, and one for all else. They are
/// closed when they are not used. No request can use those of another token.
actor GatewayConnections {
  /// Who is limited: a token, or an address without one.
  enum Caller: Hashable, Sendable {
    case token(String)
    case address(String)
  }

  private enum Lane { case quick, slow }

  private struct Key: Hashable {
    let token: String
    let lane: Lane
  }

  private typealias Opening = Task<GatewayConnection, any Error>

  private let address: ServerAddress
  private let limits: GatewayLimits
  private var pooled: [Key: Opening] = [:]
  /// The number of connections that are not pooled.
  private var others = 0
  private var requests = Counts<Caller>()
  private var streams = Counts<String>()
  private var isSweeping = false

  init(to address: ServerAddress, limits: GatewayLimits) {
    self.address = address
    self.limits = limits
  }

  /// Whether the token has a connection, so that using it is no guess.
  func knows(_ token: String) -> Bool {
    pooled[Key(token: token, lane: .quick)] != nil || pooled[Key(token: token, lane: .slow)] != nil
  }

  // MARK: Requests

  func beginRequest(of caller: Caller) throws(GatewayRefusal) {
    guard requests.add(caller, limit: limits.requestsInProgress) else { throw GatewayRefusal(.tooManyRequests) }
  }

  func endRequest(of caller: Caller) { requests.remove(caller) }

  /// Sends requests in their order as the token's member, and returns their answers in the same order.
  func answers(to calls: [GatewayRequest.Call], token: String?) async throws -> [GatewayAnswer] {
    guard let token, !calls.contains(where: { $0.method == .bySecret }) else {
      try addOther()
      defer { others -= 1 }
      let connection = try await GatewayConnection(to: address, token: token, limits: limits)
      let answers = await connection.answers(to: calls)
      await connection.close()
      return answers
    }
    let key = Key(token: token, lane: calls.contains { $0.method == .slow } ? .slow : .quick)
    let (opening, connection) = try await openConnection(key)
    let answers = await connection.answers(to: calls)
    // The token was revoked, or its member has left.
    if answers.contains(where: { $0.code == 401 }) { await connection.close() }
    if await connection.isClosed { forget(opening, key) }
    return answers
  }

  private func openConnection(_ key: Key) async throws -> (Opening, GatewayConnection) {
    // A pooled connection may have been closed since its last use, as by a restart of the movienight server.
    for _ in 1...3 {
      let opening = try pooledOpening(key)
      do {
        let connection = try await opening.value
        if await !connection.isClosed { return (opening, connection) }
        forget(opening, key)
      } catch {
        forget(opening, key)
        throw error
      }
    }
    throw GatewayRefusal(.unreachable)
  }

  private func pooledOpening(_ key: Key) throws(GatewayRefusal) -> Opening {
    if let opening = pooled[key] { return opening }
    guard pooled.count + others < limits.connections else { throw GatewayRefusal(.tooManyConnections) }
    let opening = Opening { [address, limits] in
      try await GatewayConnection(to: address, token: key.token, limits: limits)
    }
    pooled[key] = opening
    closeIdleConnections()
    return opening
  }

  private func forget(_ opening: Opening, _ key: Key) {
    if pooled[key] == opening { pooled[key] = nil }
  }

  private func closeIdleConnections() {
    guard !isSweeping else { return }
    isSweeping = true
    Task {
      while !pooled.isEmpty {
        try? await Task.sleep(for: limits.idleTime / 2)
        for (key, opening) in pooled {
          guard let connection = try? await opening.value else { continue }
          if await connection.closeIfIdle(for: limits.idleTime) { forget(opening, key) }
        }
      }
      isSweeping = false
    }
  }

  // MARK: Event streams

  /// Subscribes to events on a connection of its own. Each stream that was opened must be ended.
  func openStream(of token: String, _ filter: EventFilter) async throws -> GatewayStream {
    guard streams.add(token, limit: limits.streamsPerToken) else {
      throw GatewayRefusal(.tooManyStreams(limits.streamsPerToken))
    }
    do {
      try addOther()
    } catch {
      streams.remove(token)
      throw error
    }
    do {
      return try await GatewayStream(to: address, token: token, filter, limits: limits)
    } catch {
      endStream(of: token)
      throw error
    }
  }

  func endStream(of token: String) {
    streams.remove(token)
    others -= 1
  }

  private func addOther() throws(GatewayRefusal) {
    guard pooled.count + others < limits.connections else { throw GatewayRefusal(.tooManyConnections) }
    others += 1
  }
}

/// How many there are of each kind.
private struct Counts<Key: Hashable & Sendable>: Sendable {
  private var counts: [Key: Int] = [:]

  /// Adds one, and returns true; returns false if there are `limit` already.
  mutating func add(_ key: Key, limit: Int) -> Bool {
    guard counts[key, default: 0] < limit else { return false }
    counts[key, default: 0] += 1
    return true
  }

  mutating func remove(_ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}
