/// The id of a connection. Later connections reuse the index, but not the generation, so output for a closed connection
/// is dropped.
package struct ConnectionID: Hashable, Sendable {
  let index: Int32
  let generation: UInt32
}

package enum Peer: Hashable, Sendable, CustomStringConvertible {
  /// Through a trusted proxy, the address of its client.
  case tcp(address: IPAddress)
  /// The user id of the process that connected.
  case unix(uid: UInt32)

  var isLocal: Bool { if case .unix = self { true } else { false } }

  package var description: String {
    switch self {
    case .tcp(let address): address.description
    case .unix(let uid): "uid \(uid)"
    }
  }
}

/// The authorization level of a connection, which decides what it may use.
package enum AuthorizationLevel: Equatable, Sendable {
  /// Not authenticated, or not any more.
  case unauthenticated
  /// The name is the same for all connections of this member, and for no others.
  case member(String)
  case administrator
}

/// One line from a peer, without its end; never empty.
package struct ReceivedLine: Sendable {
  package let connection: ConnectionID
  /// The place of its answer among the connection's answers. Each slot must be answered once.
  package let slot: UInt64
  package let bytes: [UInt8]
}

/// One JSON text without a line end, in pieces, so that a long result is not copied into what surrounds it.
package struct OutgoingLine: Sendable {
  let opening: [UInt8]
  let middle: [UInt8]
  let closing: [UInt8]
  /// The elements of a JSON array, between `opening` and `closing`, with commas between them.
  let elements: [OutgoingLine]

  package init(_ opening: [UInt8], _ middle: [UInt8] = [], _ closing: [UInt8] = []) {
    self.opening = opening
    self.middle = middle
    self.closing = closing
    elements = []
  }

  package init(arrayOf elements: [OutgoingLine]) {
    opening = [UInt8(ascii: "[")]
    middle = []
    closing = [UInt8(ascii: "]")]
    self.elements = elements
  }

  /// About what it takes in memory: its bytes, and three arrays with spare capacity for each element.
  package var heldBytes: Int { count + max(1, elements.count) * Self.overheadBytes }
  package static let overheadBytes = 1024

  package var count: Int {
    let own = opening.count + middle.count + closing.count
    return elements.isEmpty ? own : elements.reduce(own + elements.count - 1) { $0 + $1.count }
  }

  /// The joined bytes: for short lines.
  package var bytes: [UInt8] {
    var bytes = opening + middle
    for (index, element) in elements.enumerated() { bytes += (index > 0 ? [UInt8(ascii: ",")] : []) + element.bytes }
    return bytes + closing
  }
}

/// The answer to one received line.
package struct OutgoingAnswer: Sendable {
  let connection: ConnectionID
  let slot: UInt64
  /// Nil if the line was a notification.
  let line: OutgoingLine?
  /// Whether it is the last answer to the peer: later slots are dropped, and the connection closes.
  package var closeAfter = false

  package init(connection: ConnectionID, slot: UInt64, line: OutgoingLine?, closeAfter: Bool = false) {
    self.connection = connection
    self.slot = slot
    self.line = line
    self.closeAfter = closeAfter
  }

  package init(connection: ConnectionID, slot: UInt64, bytes: [UInt8]?, closeAfter: Bool = false) {
    self.init(connection: connection, slot: slot, line: bytes.map { OutgoingLine($0) }, closeAfter: closeAfter)
  }
}

/// The reason why a connection ended, for its metric and its log line.
enum DisconnectReason: String, CaseIterable, Sendable {
  case peerClosed = "peer_closed"
  /// An answer had `closeAfter`.
  case requested
  case lineTooLong = "line_too_long"
  case handshakeTimeout = "handshake_timeout"
  /// A trusted proxy sent no valid header.
  case proxyHeader = "proxy_header"
  case idle
  /// It was quiet for longest when there were too many unauthenticated connections, or too many of its member.
  case evicted
  /// An unauthenticated peer left too many bytes of answers untaken.
  case unreadOutput = "unread_output"
  /// The buffers of all connections exceeded their budget, and this one had most.
  case overBudget = "over_budget"
  /// It took no output for too long.
  case stalled
  case refused
  case stopping
}

/// Receives the event loop's calls, always on the loop's thread. No method may block.
package protocol TransportHandler: AnyObject {
  /// Called before anything else of a connection; from a trusted proxy, once it has named the client.
  func connectionOpened(_ id: ConnectionID, peer: Peer)
  /// Takes the lines of all connections in this loop iteration, those of one connection in order.
  func received(_ lines: [ReceivedLine])
  /// Called for each connection that was opened, after its last line. What is in flight may be answered, or not.
  func connectionClosed(_ id: ConnectionID)
  /// The answer to a line over the limit, sent in its turn; then the connection closes.
  func lineTooLong(_ id: ConnectionID, slot: UInt64) -> [UInt8]
  /// The only line for a connection over the limit, which is never opened.
  func tooManyConnections(_ peer: Peer) -> [UInt8]
  /// The last line for a connection that is evicted because its member has opened too many.
  func tooManyOfMember() -> [UInt8]
  /// Called when the kernel has taken the output of a connection for which `EventLoop.reportDrained` was called.
  func outputDrained(_ id: ConnectionID)
  /// Called when buffers have freed enough memory to return it to the system.
  func buffersShrank()
  /// Called about every `TransportLimits.tickInterval`.
  func tick(now: Duration)
  /// Called when the loop was asked to stop: connections hear nothing more than what is sent now.
  func stopping()
  /// Called when the process was asked to end; the handler should call `EventLoop.stop`.
  func terminationRequested(signal: Int32)
  var hasWork: Bool { get }
  /// Does a bounded part of the remaining work; called once in each loop iteration, after everything else. `moreAreReady` is
  /// whether more connections may have sent something than one iteration reads.
  func work(moreAreReady: Bool)
}

extension TransportHandler {
  func outputDrained(_ id: ConnectionID) {}
  func buffersShrank() {}
  func tick(now: Duration) {}
  func stopping() {}
  func terminationRequested(signal: Int32) {}
  var hasWork: Bool { false }
  func work(moreAreReady: Bool) {}
}
