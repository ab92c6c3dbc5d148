/// The limits for each peer, and for all peers together.
package struct TransportLimits: Sendable {
  /// The limits for lines, requests and unread output of an unauthenticated peer, in place of the limits below.
  var unauthenticated = Share(
    lineLength: 16 << 10, requestsInFlight: 16, requestBytesInFlight: 16 << 10, unreadOutput: 16 << 10)
  /// The maximum bytes of answers that an unauthenticated peer has not taken. More disconnect it.
  package var unauthenticatedOutput = 64 << 10
  /// The maximum bytes in a line, without its line ending. A longer line gets error 413, and the connection closes.
  package var lineLength = 1 << 20
  /// The maximum number of a connection's unanswered requests. At the limit, reading stops until half are answered.
  var requestsInFlight = 1024
  /// The maximum number of bytes in the unanswered requests of one connection.
  var requestBytesInFlight = 8 << 20
  /// The maximum number of bytes of answers that one peer has not taken. Above it, nothing more is read from that peer.
  package var unreadOutput = 8 << 20
  /// The maximum number of bytes in all connections' buffers. Above it, those with the largest are disconnected.
  package var buffers = 1 << 30
  /// The limits for the number of open connections. A refused connection gets an answer and is closed.
  package var connections = ConnectionSlots.Limits()
  /// The maximum number of refused connections that get an answer at the same time. Others are closed without one.
  var refusals = 64
  /// The maximum time that a connection may stay unauthenticated.
  var handshake = Duration.seconds(60)
  /// The maximum time without a request, an answer or a notification.
  var idle = Duration.seconds(15 * 60)
  /// The maximum time in which a peer takes none of its waiting output.
  var stalledOutput = Duration.seconds(60)
  /// The time to discard input after the last answer. Closing at once would reset the connection and could lose it.
  var lingering = Duration.seconds(2)
  /// The pause before the next attempt to accept connections after an attempt failed, usually for lack of descriptors.
  var acceptPause = Duration.seconds(1)
  var tickInterval = Duration.milliseconds(100)
  /// The maximum number of connections and listeners served in one loop iteration.
  var eventsPerIteration = 512
  /// The maximum number of connections accepted from one listener in one loop iteration.
  var acceptsPerIteration = 64
  /// The maximum number of bytes sent to one connection in one loop iteration, so that others get their turn.
  var bytesSentPerTurn = 256 << 10
  /// The maximum number of bytes sent to all connections in an iteration. Those without a turn are first in the next.
  var bytesSentPerIteration = 8 << 20

  package init() {}

  /// The descriptors reserved for everything but connections: store files, catalog requests, listeners and the log.
  private static let reservedDescriptors = 64

  /// The number of descriptors that the process needs at these limits. Evicted connections keep their descriptors until
  /// the end of the loop iteration, in which each of two listeners may already have accepted new connections.
  package var descriptors: Int {
    Self.reservedDescriptors + connections.all + refusals + 2 * acceptsPerIteration
  }

  package mutating func fit(descriptors: Int) {
    let available = max(16, descriptors - Self.reservedDescriptors)
    refusals = min(refusals, max(1, available / 12))
    acceptsPerIteration = min(acceptsPerIteration, max(1, available / 12))
    connections.fit(min(connections.all, available - refusals - 2 * acceptsPerIteration))
  }

  struct Share: Sendable {
    var lineLength: Int
    var requestsInFlight: Int
    var requestBytesInFlight: Int
    var unreadOutput: Int
  }

  func share(isAuthenticated: Bool) -> Share {
    guard isAuthenticated else { return unauthenticated }
    return Share(
      lineLength: lineLength, requestsInFlight: requestsInFlight, requestBytesInFlight: requestBytesInFlight,
      unreadOutput: unreadOutput)
  }
}
