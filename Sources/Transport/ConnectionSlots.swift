/// Who gets one of the connections that the server takes, and who has to give theirs up for it.
///
/// Of strangers, who have not authenticated, the one that has been quiet for longest gives way to a newcomer; so nobody
/// shuts others out by being many and doing nothing. Whoever is authenticated gives way to nobody else's connections.
/// Of their own a member has so many, and the newest takes the place of the one that has been quiet for longest. Values
/// in, values out.
package struct ConnectionSlots {
  package struct Limits: Sendable {
    /// Connections at once.
    package var all = 10_000
    /// Of these, how many only the Unix socket has, for the administrator.
    var reservedForLocal = 100
    /// How many strangers from the network do not get.
    var reservedForAuthenticated = 2_500
    /// How many one member may have from the network.
    var ofOneMember = 100

    /// Lowers the limits to so many connections, each by the same part.
    mutating func fit(_ count: Int) {
      guard count < all else { return }
      let before = self
      all = count
      reservedForLocal = min(before.reservedForLocal, max(2, count / 10))
      reservedForAuthenticated = min(before.reservedForAuthenticated, max(1, count / 4))
      ofOneMember = min(before.ofOneMember, max(1, count / 4))
    }

    fileprivate var remote: Int { max(1, all - reservedForLocal) }
    fileprivate var strangers: Int { max(1, remote - reservedForAuthenticated) }
  }

  enum Admission: Equatable {
    case free
    /// There is room when this one has gone.
    case inPlaceOf(ConnectionID)
    /// Everybody is authenticated, or came by the Unix socket.
    case none
  }

  private let limits: Limits
  // Each that is open, with whether it came by the Unix socket.
  private var isLocal: [ConnectionID: Bool] = [:]
  private var remoteCount = 0
  private var strangers = IdleOrder()
  private var localStrangers = IdleOrder()
  // Whose they are, of those from the network that a member has authenticated.
  private var members: [ConnectionID: String] = [:]
  private var ofMember: [String: Set<ConnectionID>] = [:]

  init(_ limits: Limits) { self.limits = limits }

  func admission(isLocal: Bool) -> Admission {
    let isRoom =
      self.isLocal.count < limits.all
      && (isLocal || remoteCount < limits.remote && strangers.count < limits.strangers)
    if isRoom { return .free }
    guard let first = strangers.first ?? (isLocal ? localStrangers.first : nil) else { return .none }
    return .inPlaceOf(first)
  }

  /// A stranger was let in.
  mutating func opened(_ id: ConnectionID, isLocal: Bool) {
    self.isLocal[id] = isLocal
    if !isLocal { remoteCount += 1 }
    beStranger(id)
  }

  /// It has sent something: others have been quiet for longer.
  mutating func noteActivity(_ id: ConnectionID) {
    strangers.moveToEnd(id)
    localStrangers.moveToEnd(id)
  }

  /// It has authenticated, as somebody else than before, or what it had authenticated with has ended.
  ///
  /// - Returns: all that its member has, if that is one too many: the one that was quiet for longest has to go.
  mutating func setStanding(_ id: ConnectionID, _ standing: Standing) -> Set<ConnectionID>? {
    strangers.remove(id)
    localStrangers.remove(id)
    takeFromMember(id)
    guard let isLocal = isLocal[id] else { return nil }
    switch standing {
    case .stranger: beStranger(id)
    case .administrator: break
    // Through the Unix socket, one peer may be the server of a page, for many people.
    case .member where isLocal: break
    case .member(let member):
      members[id] = member
      ofMember[member, default: []].insert(id)
      if let all = ofMember[member], all.count > limits.ofOneMember { return all }
    }
    return nil
  }

  /// One that is not open changes nothing.
  mutating func closed(_ id: ConnectionID) {
    guard let isLocal = isLocal.removeValue(forKey: id) else { return }
    if !isLocal { remoteCount -= 1 }
    strangers.remove(id)
    localStrangers.remove(id)
    takeFromMember(id)
  }

  private mutating func takeFromMember(_ id: ConnectionID) {
    guard let member = members.removeValue(forKey: id) else { return }
    ofMember[member]?.remove(id)
    if ofMember[member]?.isEmpty == true { ofMember[member] = nil }
  }

  private mutating func beStranger(_ id: ConnectionID) {
    switch isLocal[id] {
    case true: localStrangers.append(id)
    case false: strangers.append(id)
    case nil: break
    }
  }
}

/// Connections in the order in which they were last heard of. Everything takes the same time, however many there are.
private struct IdleOrder {
  private struct Node {
    var before: ConnectionID?
    var after: ConnectionID?
  }

  private var nodes: [ConnectionID: Node] = [:]
  /// The one that was not heard of for longest.
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

  /// One that is not there stays away.
  mutating func moveToEnd(_ id: ConnectionID) {
    guard id != last, nodes[id] != nil else { return }
    remove(id)
    append(id)
  }
}
