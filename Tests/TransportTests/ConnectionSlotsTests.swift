import TestSupport
import Testing

@testable import Transport

/// Admission and eviction when connection slots are scarce.
@Suite struct ConnectionSlotsTests {
  private var slots = ConnectionSlots(
    ConnectionSlots.Limits(all: 10, reservedForLocal: 2, reservedForAuthenticated: 3, perMember: 3))

  @Test(arguments: [65, 100, 200, 1024, 4096, 10_240, 20_000])
  func limitsFitAvailableDescriptors(_ descriptors: Int) {
    let usual = TransportLimits()
    var limits = usual
    limits.fit(descriptors: descriptors)
    #expect(limits.descriptors <= max(descriptors, 64 + 16))
    let connections = limits.connections
    #expect(connections.all >= 12 && limits.refusals >= 1 && limits.acceptsPerIteration >= 1)
    #expect(connections.reservedForLocal >= 2 && connections.reservedForAuthenticated >= 1)
    #expect(connections.reservedForLocal + connections.reservedForAuthenticated < connections.all / 2)
    #expect(connections.perMember * 2 < connections.all)
    guard descriptors >= usual.descriptors else { return }
    #expect(connections.all == usual.connections.all && limits.descriptors == usual.descriptors)
    #expect(connections.perMember == usual.connections.perMember)
  }

  private func id(_ number: Int) -> ConnectionID { ConnectionID(index: Int32(number), generation: 0) }

  private mutating func open(_ numbers: ClosedRange<Int>, isLocal: Bool = false, isAuthenticated: Bool = false) {
    for number in numbers {
      #expect(slots.admission(isLocal: isLocal) == .free)
      slots.add(id(number), isLocal: isLocal)
      if isAuthenticated { _ = slots.setAuthorizationLevel(id(number), .administrator) }
    }
  }

  @Test mutating func longestIdleUnauthenticatedPeerIsEvictedFirst() {
    open(1...5)
    #expect(slots.admission(isLocal: false) == .afterEvicting(id(1)))
    slots.recordActivity(id(1))
    slots.recordActivity(id(3))
    for number in [2, 4, 5, 1, 3] {
      #expect(slots.admission(isLocal: false) == .afterEvicting(id(number)))
      slots.remove(id(number))
      slots.add(id(10 + number), isLocal: false)
    }
    #expect(slots.admission(isLocal: false) == .afterEvicting(id(12)))
  }

  @Test mutating func unauthenticatedPeersLeaveReservedSlotsFree() {
    open(1...5)
    #expect(slots.admission(isLocal: false) == .afterEvicting(id(1)))
    slots.remove(id(1))
    open(6...8, isAuthenticated: true)
    open(9...9)
    #expect(slots.admission(isLocal: false) == .afterEvicting(id(2)), "five strangers and three others")
  }

  @Test mutating func authenticatedConnectionIsEvictedOnlyAfterLosingAccess() {
    open(1...8, isAuthenticated: true)
    #expect(slots.admission(isLocal: false) == .none)
    _ = slots.setAuthorizationLevel(id(3), .unauthenticated)
    #expect(slots.admission(isLocal: false) == .afterEvicting(id(3)))
  }

  @Test mutating func networkConnectionsDoNotTakeUnixSocketSlots() {
    open(1...8, isAuthenticated: true)
    open(21...22, isLocal: true)
    #expect(slots.admission(isLocal: true) == .afterEvicting(id(21)), "nobody from the network is a stranger")
    _ = slots.setAuthorizationLevel(id(8), .unauthenticated)
    #expect(slots.admission(isLocal: true) == .afterEvicting(id(8)))
    slots.remove(id(8))
    #expect(slots.admission(isLocal: true) == .free)
    slots.add(id(23), isLocal: true)
    #expect(slots.admission(isLocal: false) == .none, "who came by the socket goes for nobody from the network")
  }

  @Test mutating func exceedingMemberLimitReturnsItsConnections() {
    open(1...5)
    for number in 1...3 { #expect(slots.setAuthorizationLevel(id(number), .member("ann")) == nil) }
    #expect(slots.setAuthorizationLevel(id(4), .member("bob")) == nil)
    #expect(slots.setAuthorizationLevel(id(3), .member("ann")) == nil, "it is hers already")
    #expect(slots.setAuthorizationLevel(id(4), .member("ann")) == [id(1), id(2), id(3), id(4)])
    slots.remove(id(1))
    #expect(slots.setAuthorizationLevel(id(5), .administrator) == nil)
    #expect(slots.setAuthorizationLevel(id(4), .unauthenticated) == nil)
    open(6...6)
    #expect(slots.setAuthorizationLevel(id(6), .member("ann")) == nil, "one has gone, another is nobody's")
    open(21...22, isLocal: true)
    for number in 21...22 { #expect(slots.setAuthorizationLevel(id(number), .member("ann")) == nil) }
  }

  @Test mutating func unknownConnectionIDsAreIgnored() {
    open(1...4)
    slots.remove(id(99))
    slots.recordActivity(id(99))
    _ = slots.setAuthorizationLevel(id(99), .administrator)
    _ = slots.setAuthorizationLevel(id(99), .unauthenticated)
    open(5...5)
    #expect(slots.admission(isLocal: false) == .afterEvicting(id(1)))
  }

  /// Compares the slots with an array in which the connection that has been idle longest comes first.
  @Test(arguments: 1...20)
  func randomOperationsMatchArrayModel(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var slots = ConnectionSlots(ConnectionSlots.Limits(all: 8, reservedForLocal: 0, reservedForAuthenticated: 2))
    var unauthenticatedPeers: [ConnectionID] = []
    var members: [ConnectionID] = []
    for number in 0..<2000 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let expected: ConnectionSlots.Admission =
          unauthenticatedPeers.count < 6 && unauthenticatedPeers.count + members.count < 8
          ? .free : unauthenticatedPeers.first.map { .afterEvicting($0) } ?? .none
        #expect(slots.admission(isLocal: false) == expected)
        if expected == .none { continue }
        if case .afterEvicting(let other) = expected {
          slots.remove(other)
          unauthenticatedPeers.removeFirst()
        }
        slots.add(id(number), isLocal: false)
        unauthenticatedPeers.append(id(number))
      case 1:
        guard let active = unauthenticatedPeers.randomElement(using: &random) else { continue }
        slots.recordActivity(active)
        unauthenticatedPeers.removeAll { $0 == active }
        unauthenticatedPeers.append(active)
      case 2:
        guard let member = unauthenticatedPeers.randomElement(using: &random) else { continue }
        _ = slots.setAuthorizationLevel(member, .administrator)
        unauthenticatedPeers.removeAll { $0 == member }
        members.append(member)
      default:
        guard let gone = (unauthenticatedPeers + members).randomElement(using: &random) else { continue }
        slots.remove(gone)
        unauthenticatedPeers.removeAll { $0 == gone }
        members.removeAll { $0 == gone }
      }
    }
  }
}
