/// The id of a connection. A later connection may reuse the index, but never the generation with it, so output for a
/// closed connection is dropped.
package struct ConnectionID: Hashable, Sendable {
  let index: Int32
  let generation: UInt32
}

package enum Peer: Hashable, Sendable, CustomStringConvertible {
  /// A peer on the network. For a connection through a trusted proxy, `address` is that of the proxy's client.
  case tcp(address: IPAddress)
  /// A peer on the Unix socket. `uid` is the user id of the process that connected.
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
  /// Not authenticated, or no longer authenticated.
  case unauthenticated
  /// Authenticated as a member. The string is the same for all connections of the member and no others.
  case member(String)
  case administrator
}

/// One line from a peer, without its line ending. Never empty.
package struct ReceivedLine: Sendable {
  package let connection: ConnectionID
  /// The position of the line's answer among the connection's answers. Each slot must be answered once.
  package let slot: UInt64
  package let bytes: [UInt8]
}

/// A line of JSON without its line ending, in pieces, so a long result need not be copied into the message around it.
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

  /// The approximate size in memory: the bytes of the line, and three arrays with spare capacity for each element.
  package var heldBytes: Int { count + max(1, elements.count) * Self.overheadBytes }
  package static let overheadBytes = 1024

  package var count: Int {
    let own = opening.count + middle.count + closing.count
    return elements.isEmpty ? own : elements.reduce(own + elements.count - 1) { $0 + $1.count }
  }

  /// The bytes of all pieces, joined. Intended for short lines.
  package var bytes: [UInt8] {
    var bytes = opening + middle
    for (index, element) in elements.enumerated() { bytes += (index > 0 ? [UInt8(ascii: ",")] : []) + element.bytes }
    return bytes + closing
  }
}

package struct OutgoingAnswer: Sendable {
  let connection: ConnectionID
  let slot: UInt64
  /// The answer itself; nil if the received line was a notification, which is not answered.
  let line: OutgoingLine?
  /// Whether this is the last answer to the peer. If so, later answers are dropped, and the connection closes.
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

/// The reason why a connection ended, used in metrics and in the log.
enum DisconnectReason: String, CaseIterable, Sendable {
  case peerClosed = "peer_closed"
  /// An answer had `closeAfter` set.
  case requested
  case lineTooLong = "line_too_long"
  case handshakeTimeout = "handshake_timeout"
  /// A trusted proxy sent no valid header.
  case proxyHeader = "proxy_header"
  case idle
  /// The connection had been idle longest when there were too many unauthenticated connections, or of its member.
  case evicted
  /// An unauthenticated peer left too many bytes of answers waiting.
  case unreadOutput = "unread_output"
  /// The buffers of all connections exceeded their budget, and this connection's buffers were among the largest.
  case overBudget = "over_budget"
  /// The peer took no output for too long.
  case stalled
  case refused
  case stopping
}

/// Receives the event loop's calls, always on the loop's thread. No method may block.
package protocol TransportHandler: AnyObject {
  /// Called before all other calls for a connection. Behind a trusted proxy, once that has named the client.
  func connectionOpened(_ id: ConnectionID, peer: Peer)
  /// Called with the lines received from all connections in this loop iteration. Each connection's are in order.
  func received(_ lines: [ReceivedLine])
  /// Called for each opened connection, after its last line. Requests in flight may still be answered, but need not.
  func connectionClosed(_ id: ConnectionID)
  /// Returns the answer to a line over the limit. After this answer was sent in its turn, the connection closes.
  func lineTooLong(_ id: ConnectionID, slot: UInt64) -> [UInt8]
  /// Returns the only line that is sent to a connection over the limit. Such a connection is never opened.
  func tooManyConnections(_ peer: Peer) -> [UInt8]
  /// Returns the last line that is sent to a connection that is evicted because its member has opened too many.
  func tooManyOfMember() -> [UInt8]
  /// Called when the kernel has taken the output of a connection for which `EventLoop.reportDrained` was called.
  func outputDrained(_ id: ConnectionID)
  /// Called when buffers have freed enough memory to return it to the system.
  func buffersShrank()
  /// Called about every `TransportLimits.tickInterval`.
  func tick(now: Duration)
  /// Called when the loop is to stop. Send notifications now: connections close once requests are answered.
  func stopping()
  /// Called when the process received a termination signal. The handler should call `EventLoop.stop`.
  func terminationRequested(signal: Int32)
  /// Whether `work` has something left to do. The loop then does not wait for events.
  var hasWork: Bool { get }
  /// Does a bounded part of the handler's remaining work. Called once in each loop iteration, after all input.
  /// `moreAreReady` is whether more connections may have sent something than one iteration reads.
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
