/// The limits for one peer, or for all together.
package struct TransportLimits: Sendable {
  /// The share of an unauthenticated peer, in place of the limits for lines, requests and unread output below.
  var unauthenticated = Share(
    lineLength: 16 << 10, requestsInFlight: 16, requestBytesInFlight: 16 << 10, unreadOutput: 16 << 10)
  /// Bytes of answers that an unauthenticated peer may leave untaken; with more it is disconnected.
  package var unauthenticatedOutput = 64 << 10
  /// Bytes of one line without its end. A longer one is answered with 413, then the connection closes.
  package var lineLength = 1 << 20
  /// Unanswered requests of one connection; at the limit, reading continues when half of them are answered.
  var requestsInFlight = 1024
  /// Bytes of unanswered requests.
  var requestBytesInFlight = 8 << 20
  /// Bytes of answers that one peer has not taken; above it nothing is read from that peer.
  package var unreadOutput = 8 << 20
  /// Bytes of the buffers of all connections; above it those that hold most are disconnected.
  package var buffers = 1 << 30
  /// Open connections, and the ones that are kept; a refused one gets an answer and is closed.
  package var connections = ConnectionSlots.Limits()
  /// Refused connections that still get an answer; further ones are closed without one.
  var refusals = 64
  /// The longest time without authentication.
  var handshake = Duration.seconds(60)
  /// The longest time without a request, an answer or a notification.
  var idle = Duration.seconds(15 * 60)
  /// The longest time in which a peer takes none of its waiting output.
  var stalledOutput = Duration.seconds(60)
  /// The time for which input is discarded after the last answer. Closing at once would make the kernel reset the
  /// connection, and the peer could lose that answer.
  var lingering = Duration.seconds(2)
  /// The pause in accepting after the system had no descriptor left.
  var acceptPause = Duration.seconds(1)
  var tickInterval = Duration.milliseconds(100)
  /// Connections and listeners served in one loop iteration.
  var eventsPerIteration = 512
  /// Connections accepted from one listener in one loop iteration.
  var acceptsPerIteration = 64
  /// Bytes sent to one connection in one loop iteration, so that others get their turn.
  var bytesSentPerTurn = 256 << 10
  /// Bytes sent to all connections in one loop iteration; the others come first in the next one.
  var bytesSentPerIteration = 8 << 20

  package init() {}

  /// Descriptors for everything but connections: the store's files, the catalog's requests, listeners, the log.
  private static let reservedDescriptors = 64

  /// The descriptors that the process needs at these limits. A connection keeps its descriptor for a moment after another has
  /// taken its place: one accepted in the same loop iteration, by either of two listeners.
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
