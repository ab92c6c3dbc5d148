/// Decides which connections the server keeps when there are too many. A pure value without I/O.
///
/// A new connection replaces the longest idle unauthenticated one, so that idle connections cannot lock out others. An
/// authenticated connection is evicted only if its member has too many. The newest then replaces the longest idle.
package struct ConnectionSlots {
  package struct Limits: Sendable {
    /// The maximum number of connections at once.
    package var all = 10_000
    /// The number of connections that only the Unix socket may use, for administrators.
    var reservedForLocal = 100
    /// The number of network connections that unauthenticated peers may not use.
    var reservedForAuthenticated = 2_500
    /// The maximum number of network connections per member.
    var perMember = 100

    /// Lowers the limits in proportion, to fit `count` connections.
    mutating func fit(_ count: Int) {
      guard count < all else { return }
      let before = self
      all = count
      reservedForLocal = min(before.reservedForLocal, max(2, count / 10))
      reservedForAuthenticated = min(before.reservedForAuthenticated, max(1, count / 4))
      perMember = min(before.perMember, max(1, count / 4))
    }

    fileprivate var remote: Int { max(1, all - reservedForLocal) }
    fileprivate var unauthenticatedPeers: Int { max(1, remote - reservedForAuthenticated) }
  }

  enum Admission: Equatable {
    case free
    /// There is room after this connection has been evicted.
    case afterEvicting(ConnectionID)
    /// There is no room, and no connection to evict. All are authenticated, or came through the Unix socket.
    case none
  }

  private let limits: Limits
  // Whether each open connection came through the Unix socket.
  private var isLocal: [ConnectionID: Bool] = [:]
  private var remoteCount = 0
  private var unauthenticatedPeers = IdleOrder()
  private var localUnauthenticated = IdleOrder()
  // The members of authenticated connections from the network.
  private var members: [ConnectionID: String] = [:]
  private var byMember: [String: Set<ConnectionID>] = [:]

  init(_ limits: Limits) { self.limits = limits }

  func admission(isLocal: Bool) -> Admission {
    let isRoom =
      self.isLocal.count < limits.all
      && (isLocal || remoteCount < limits.remote && unauthenticatedPeers.count < limits.unauthenticatedPeers)
    if isRoom { return .free }
    guard let first = unauthenticatedPeers.first ?? (isLocal ? localUnauthenticated.first : nil) else { return .none }
    return .afterEvicting(first)
  }

  mutating func add(_ id: ConnectionID, isLocal: Bool) {
    self.isLocal[id] = isLocal
    if !isLocal { remoteCount += 1 }
    markUnauthenticated(id)
  }

  /// Records that a connection has sent something, which makes it the last candidate for eviction.
  mutating func recordActivity(_ id: ConnectionID) {
    unauthenticatedPeers.moveToEnd(id)
    localUnauthenticated.moveToEnd(id)
  }

  /// Changes the authorization level of a connection.
  /// - Returns: All connections of the member, if there are now too many of them: the caller must evict the one that
  ///   has been idle longest. Otherwise nil.
  mutating func setAuthorizationLevel(_ id: ConnectionID, _ authorizationLevel: AuthorizationLevel) -> Set<
    ConnectionID
  >? {
    unauthenticatedPeers.remove(id)
    localUnauthenticated.remove(id)
    forgetMember(id)
    guard let isLocal = isLocal[id] else { return nil }
    switch authorizationLevel {
    case .unauthenticated: markUnauthenticated(id)
    case .administrator: break
    // A peer on the Unix socket may be a web server that acts for many people.
    case .member where isLocal: break
    case .member(let member):
      members[id] = member
      byMember[member, default: []].insert(id)
      if let all = byMember[member], all.count > limits.perMember { return all }
    }
    return nil
  }

  /// Removes a connection; ignores one that is not open.
  mutating func remove(_ id: ConnectionID) {
    guard let isLocal = isLocal.removeValue(forKey: id) else { return }
    if !isLocal { remoteCount -= 1 }
    unauthenticatedPeers.remove(id)
    localUnauthenticated.remove(id)
    forgetMember(id)
  }

  private mutating func forgetMember(_ id: ConnectionID) {
    guard let member = members.removeValue(forKey: id) else { return }
    byMember[member]?.remove(id)
    if byMember[member]?.isEmpty == true { byMember[member] = nil }
  }

  private mutating func markUnauthenticated(_ id: ConnectionID) {
    switch isLocal[id] {
    case true: localUnauthenticated.append(id)
    case false: unauthenticatedPeers.append(id)
    case nil: break
    }
  }
}

/// Connections in the order of their last activity, least recent first. All operations take constant time.
private struct IdleOrder {
  private struct Node {
    var before: ConnectionID?
    var after: ConnectionID?
  }

  private var nodes: [ConnectionID: Node] = [:]
  private(set) var first: ConnectionID?
  private var last: ConnectionID?

  var count: Int { nodes.count }

  mutating func append(_ id: ConnectionID) {
    nodes[id] = Node(before: last)
    if let last { nodes[last]?.after = id } else { first = id }
    last = id
  }

  mutating func remove(_ id: ConnectionID) {
    guard let node = nodes.removeValue(forKey: id) else { return }
    if let before = node.before { nodes[before]?.after = node.after } else { first = node.after }
    if let after = node.after { nodes[after]?.before = node.before } else { last = node.before }
  }

  mutating func moveToEnd(_ id: ConnectionID) {
    guard id != last, nodes[id] != nil else { return }
    remove(id)
    append(id)
  }
}
