import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The limits of requests and connections.
struct RequestLimits: Sendable {
  var headerBytes = 64 * 1024
  /// The query of an address. No link or form of the page has a longer one.
  var queryBytes = 8 * 1024
  var bodyBytes = 1024 * 1024
  /// The body of a form with files.
  var uploadBytes = 32 * 1024 * 1024
  /// The forms with files that may arrive at once.
  var uploads = 8
  /// The time from the first byte of a request to its last. That of a form with files is any number of these, in each of which
  /// `uploadProgressBytes` have to arrive.
  var arrivalTime = TimeAmount.seconds(10)
  var uploadProgressBytes = 128 * 1024
  /// The time after which a connection without a request is closed.
  var idleTime = TimeAmount.seconds(60)
  /// The time that a browser may take none of an answer that waits for it.
  var stallTime = TimeAmount.seconds(30)
  var connectionsPerAddress = 100
  var gateway = GatewayLimits()
}

/// HTTP/1.1 connections with ``RequestLimits``.
struct LimitedHTTPChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  private let http: HTTP1Channel
  private let limits: RequestLimits
  private let exempt: Set<String>
  private let connections: ConnectionCounter

  /// - Parameter exempt: The addresses of proxies, whose connections are those of many browsers.
  init(_ limits: RequestLimits, exempt: Set<String>, responder: @escaping HTTPChannelHandler.Responder) {
    self.limits = limits
    self.exempt = exempt
    connections = ConnectionCounter(limit: limits.connectionsPerAddress)
    http = HTTP1Channel(
      responder: responder,
      configuration: .init(
        additionalChannelHandlers: [BodyLimit(limits)], idleTimeout: limits.idleTime,
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes, maxHeaderFieldCount: 200)))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let ip = channel.remoteAddress?.ipAddress ?? ""
    if normalizedAddress(ip).map(exempt.contains) != true {
      let address = clientAddress(ip)
      guard connections.open(address) else {
        return channel.close().flatMapThrowing { throw ChannelError.alreadyClosed }
      }
      channel.closeFuture.whenComplete { [connections] _ in connections.close(address) }
    }
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(ArrivalDeadline(limits))
    }.flatMap { http.setup(channel: channel, logger: logger) }
  }

  func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

/// Returns what identifies a browser's host for limits: an IPv4 address, or the first 64 bits of an IPv6 address.
func clientAddress(_ address: SocketAddress) -> String { clientAddress(address.ipAddress ?? "") }

func clientAddress(_ text: String) -> String {
  let text = normalizedAddress(text) ?? text
  guard case .v6(let address)? = try? SocketAddress(ipAddress: text, port: 0) else { return text }
  return withUnsafeBytes(of: address.address.sin6_addr) { bytes in
    bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
  }
}

/// Returns the only form of an IP address that equal addresses share; nil if the text is none.
func normalizedAddress(_ text: String) -> String? {
  guard let parsed = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
  guard case .v6(let address) = parsed else { return parsed.ipAddress }
  let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
  // An IPv4 address that a socket for both families shows as ::ffff:a.b.c.d.
  let isIPv4 = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
  return isIPv4 ? bytes[12...].map(String.init).joined(separator: ".") : parsed.ipAddress
}

/// The number of open connections, or of requests in progress, of each address.
final class ConnectionCounter: Sendable {
  private let limit: Int
  private let counts = Mutex<[String: Int]>([:])

  init(limit: Int) { self.limit = limit }

  /// Counts another one, and returns true; returns false if the address has reached its limit.
  func open(_ address: String) -> Bool {
    counts.withLock { counts in
      guard counts[address, default: 0] < limit else { return false }
      counts[address, default: 0] += 1
      return true
    }
  }

  func close(_ address: String) {
    counts.withLock { counts in
      guard let count = counts[address] else { return }
      counts[address] = count > 1 ? count - 1 : nil
    }
  }
}

/// A request in progress, which counts until this object is released.
final class CountedRequest: Sendable {
  private let address: String
  private let counter: ConnectionCounter

  /// Nil if the address has reached its limit.
  init?(_ address: String, in counter: ConnectionCounter) {
    guard counter.open(address) else { return nil }
    self.address = address
    self.counter = counter
  }

  deinit { counter.close(address) }
}

/// Closes a connection whose request does not arrive in time, or whose browser takes nothing of an answer.
///
/// It is the first handler, because the HTTP decoder shows a request only after all of its headers have arrived.
final class ArrivalDeadline: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  /// The event by which ``BodyLimit`` reports that a request has arrived completely.
  struct RequestArrived {}
  /// The event by which ``BodyLimit`` reports that the request is a form with files.
  struct UploadBegan {}

  private let limits: RequestLimits
  private var arrival: Scheduled<Void>?
  /// The bytes of an upload since its progress was last checked.
  private var progress = 0
  private var stall: Scheduled<Void>?

  init(_ limits: RequestLimits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if arrival == nil { arrival = close(context, after: limits.arrivalTime) }
    progress += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    switch event {
    case is UploadBegan:
      arrival?.cancel()
      awaitProgress(context)
    case is RequestArrived:
      arrival?.cancel()
      arrival = nil
    default: return context.triggerUserOutboundEvent(event, promise: promise)
    }
    promise?.succeed()
  }

  private func awaitProgress(_ context: ChannelHandlerContext) {
    progress = 0
    arrival = context.eventLoop.assumeIsolated().scheduleTask(in: limits.arrivalTime) {
      guard self.progress >= self.limits.uploadProgressBytes else { return context.close(promise: nil) }
      self.awaitProgress(context)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stall?.cancel()
    stall = context.channel.isWritable ? nil : close(context, after: limits.stallTime)
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    arrival?.cancel()
    stall?.cancel()
  }

  private func close(_ context: ChannelHandlerContext, after time: TimeAmount) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
  }
}

/// Closes a connection that sends a longer body than allowed. The answer 413, if there is one, was sent before.
private final class BodyLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let limits: RequestLimits
  private var maximum = 0
  private var received = 0

  init(_ limits: RequestLimits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      received = 0
      let isUpload = head.headerFields[.contentType]?.lowercased().hasPrefix("multipart/") == true
      // The answer 413 needs the first bytes beyond the limit; a browser that ignores it is cut off. Browsers show no answer
      // before they have sent all files.
      maximum = isUpload ? 2 * limits.uploadBytes : limits.bodyBytes + 64 * 1024
      if isUpload { context.triggerUserOutboundEvent(ArrivalDeadline.UploadBegan(), promise: nil) }
    case .body(let bytes):
      received += bytes.readableBytes
      if received > maximum { return context.close(promise: nil) }
    case .end: context.triggerUserOutboundEvent(ArrivalDeadline.RequestArrived(), promise: nil)
    }
    context.fireChannelRead(data)
  }
}
