import NIOCore
import NIOPosix

/// A TCP connection that sends and receives bytes as they are.
final class RawConnection: Sendable {
  private let channel: any Channel
  private let received: AsyncStream<ByteBuffer>

  /// - Parameter isReading: Whether to take what the other side sends, from the start.
  init(to port: Int, host: String = "127.0.0.1", isReading: Bool = true) async throws {
    let (stream, continuation) = AsyncStream<ByteBuffer>.makeStream()
    received = stream
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: isReading)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Receiver(continuation))
        }
      }.connect(host: host, port: port).get()
  }

  func send(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text)).get()
  }

  /// Returns everything until the other side closes the connection.
  func readToEnd() async -> String { await read { _ in false } }

  /// Returns what arrives until `isEnough`, or the other side closes the connection.
  func read(until isEnough: (String) -> Bool) async -> String {
    var bytes: [UInt8] = []
    var iterator = received.makeAsyncIterator()
    var text = ""
    while !isEnough(text), let more = await iterator.next() {
      // A piece can end within a character.
      bytes += Array(buffer: more)
      text = String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  func close() { channel.close(promise: nil) }

  private final class Receiver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let continuation: AsyncStream<ByteBuffer>.Continuation

    init(_ continuation: AsyncStream<ByteBuffer>.Continuation) { self.continuation = continuation }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { continuation.yield(unwrapInboundIn(data)) }
    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
