/// A connection, for as long as it is open.
///
/// The index is used again by later connections, the generation is not: whatever arrives late for a connection that is
/// gone reaches nobody.
package struct ConnectionID: Hashable, Sendable {
  let index: Int32
  let generation: UInt32
}

/// Who is at the other end.
package enum Peer: Hashable, Sendable, CustomStringConvertible {
  /// Through a trusted proxy, the address of whoever is behind it.
  case tcp(address: IPAddress)
  /// `uid` is the user id of the process that connected.
  case unix(uid: UInt32)

  /// Whether it came by the Unix socket.
  var isLocal: Bool { if case .unix = self { true } else { false } }

  /// For the log.
  package var description: String {
    switch self {
    case .tcp(let address): address.description
    case .unix(let uid): "uid \(uid)"
    }
  }
}

/// Whose a connection is, as far as it decides what it may take up.
package enum Standing: Equatable, Sendable {
  /// Nobody has authenticated on it, or what they authenticated with has ended.
  case stranger
  /// With a name that all connections of this member have in common, and no other has.
  case member(String)
  case administrator
}

/// One line that a peer sent, without its end; never empty.
package struct ReceivedLine: Sendable {
  package let connection: ConnectionID
  /// The place of its answer among the answers of this connection. Each slot must be answered once.
  package let slot: UInt64
  package let bytes: [UInt8]
}

/// One JSON text without an end of line, in pieces, so that nothing joins a long result with what surrounds it.
package struct OutgoingLine: Sendable {
  let opening: [UInt8]
  let middle: [UInt8]
  let closing: [UInt8]
  /// The elements of a JSON array, which stand between `opening` and `closing`, with commas between them.
  let elements: [OutgoingLine]

  package init(_ opening: [UInt8], _ middle: [UInt8] = [], _ closing: [UInt8] = []) {
    self.opening = opening
    self.middle = middle
    self.closing = closing
    elements = []
  }

  /// A JSON array.
  package init(arrayOf elements: [OutgoingLine]) {
    opening = [UInt8(ascii: "[")]
    middle = []
    closing = [UInt8(ascii: "]")]
    self.elements = elements
  }

  /// About what it takes in memory: its bytes, and three arrays with spare capacity for each element.
  package var heldBytes: Int { count + max(1, elements.count) * Self.bytesBeside }
  package static let bytesBeside = 1024

  package var count: Int {
    let own = opening.count + middle.count + closing.count
    return elements.isEmpty ? own : elements.reduce(own + elements.count - 1) { $0 + $1.count }
  }

  /// The whole, joined: for short lines.
  package var bytes: [UInt8] {
    var bytes = opening + middle
    for (index, element) in elements.enumerated() { bytes += (index > 0 ? [UInt8(ascii: ",")] : []) + element.bytes }
    return bytes + closing
  }
}

/// What goes back for one received line.
package struct OutgoingAnswer: Sendable {
  let connection: ConnectionID
  let slot: UInt64
  /// Nil where nothing is to be sent: the line was a notification.
  let line: OutgoingLine?
  /// This is the last thing the peer hears: later slots are dropped, the connection closes.
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

/// Why a connection ended; the label of its metric and the word in its log line.
enum DisconnectReason: String, CaseIterable, Sendable {
  case peerClosed = "peer_closed"
  /// An answer with `closeAfter`.
  case requested
  case lineTooLong = "line_too_long"
  case handshakeTimeout = "handshake_timeout"
  /// It came from a trusted proxy, and did not begin as one begins.
  case proxyHeader = "proxy_header"
  case idle
  /// It was quiet for longer than others, when there were too many of strangers or of its member.
  case displaced
  /// A stranger that left more answers untaken than strangers may.
  case unreadOutput = "unread_output"
  /// The buffers of all connections took up too much, and this one had most.
  case overBudget = "over_budget"
  /// It took nothing of its output for too long.
  case stalled
  case refused
  case stopping
}

/// What the event loop tells the service above it, always on the loop's thread. Nothing here may block.
package protocol TransportHandler: AnyObject {
  /// Comes before anything else of that connection; from a trusted proxy, once it has said who is behind it.
  func connectionOpened(_ id: ConnectionID, peer: Peer)
  /// Everything that all connections sent until this wake, those of one connection in their order.
  func received(_ lines: [ReceivedLine])
  /// Comes for each that was opened, after its last line was received. What is in flight may be answered, or not.
  func connectionClosed(_ id: ConnectionID)
  /// The answer to a line over the limit, sent in its turn; the connection closes after it.
  func lineTooLong(_ id: ConnectionID, slot: UInt64) -> [UInt8]
  /// The one line for a connection that is over the limit; it was never opened and closes after that.
  func tooManyConnections(_ peer: Peer) -> [UInt8]
  /// The last line for a connection that goes because its member has opened too many.
  func tooManyOfMember() -> [UInt8]
  /// The output of a connection that asked for it with `EventLoop.reportDrained` has been taken by the kernel.
  func outputDrained(_ id: ConnectionID)
  /// The buffers of connections have freed so much that it is worth giving back to the system.
  func buffersShrank()
  /// About every `TransportLimits.tickInterval`.
  func tick(now: Duration)
  /// The loop was told to stop: what is sent from now on is the last that connections hear.
  func stopping()
  /// The process was asked to end; the handler is expected to call `EventLoop.stop`.
  func terminationRequested(signal: Int32)
  /// Whether `work` has something to do.
  var hasWork: Bool { get }
  /// Does a bounded part of the work that is left; called once in each loop iteration, after everything else.
  ///
  /// - Parameter moreAreReady: whether more connections may have sent something than one iteration reads.
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
