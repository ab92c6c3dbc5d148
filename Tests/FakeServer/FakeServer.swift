import Glibc
import MovieNightKit
import MovieNightPrimitives

/// A scripted server on its own Unix socket, with one thread per connection.
public final class FakeServer: Sendable {
  /// The script of one connection. `number` counts connections from 0.
  public typealias Script = @Sendable (_ connection: FakeConnection, _ number: Int) -> Void

  public let address: ServerAddress
  private let listener: Int32
  private let path: String
  private let transcript = Locked<[String]>([])

  public init(script: @escaping Script) throws {
    var folder = Array("/tmp/movienight-fake-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else { throw SetupError(what: "mkdtemp", code: errno) }
    path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/socket"
    address = .unix(path: path)
    listener = try Self.listen(at: path)
    let (listener, transcript) = (listener, transcript)
    startThread {
      var number = 0
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        let connection = FakeConnection(descriptor, transcript)
        let current = number
        startThread { script(connection, current) }
        number += 1
      }
      // The listener is closed only after the last accept, because another server may get the same descriptor
      // immediately.
      close(listener)
    }
  }

  /// Returns a server that answers each request with the result of `reply`, until the client closes the connection.
  public static func answering(_ reply: @escaping @Sendable (FakeRequest) -> String) throws -> FakeServer {
    try FakeServer { connection, _ in
      while let request = connection.receive() { connection.send(reply(request)) }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    unlink(path)
    rmdir(String(path.dropLast("/socket".count)))
  }

  /// Every line received so far, in order of arrival.
  public var received: [String] { transcript.withLock { $0 } }

  public struct SetupError: Error {
    let what: String
    let code: Int32
  }

  private static func listen(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, Glibc.listen(descriptor, 16) == 0 else { throw SetupError(what: "listen", code: errno) }
    return descriptor
  }
}

/// The server's side of a connection, which closes when the script returns.
public final class FakeConnection: @unchecked Sendable {
  // `@unchecked Sendable`, because only the thread that runs the script uses `buffer`.
  private let descriptor: Int32
  private let transcript: Locked<[String]>
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32, _ transcript: Locked<[String]>) {
    self.descriptor = descriptor
    self.transcript = transcript
    // With a timeout, a failing test leaves no thread behind.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Returns the next request, or nil if the connection has ended or the line is not a request.
  public func receive() -> FakeRequest? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        transcript.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        return FakeRequest(line: line)
      }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  public func send(_ line: String) { sendBytes(Array((line + "\n").utf8)) }

  /// Sends raw bytes, such as half a line or garbage.
  public func sendBytes(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// A parsed request line.
public struct FakeRequest: Sendable {
  public let line: String
  public let id: Int
  public let method: String
  public let parameters: JSONValue?

  init?(line: [UInt8]) {
    guard let root = try? JSONDocument(line).root, let id = root["id"]?.integer, let method = root["method"]?.string
    else { return nil }
    self.line = String(decoding: line, as: UTF8.self)
    self.id = id
    self.method = method
    parameters = root["params"]
  }

  /// Returns a response with this JSON as its result, by default an empty object, or an identity for
  /// `auth.authenticate`.
  public func result(_ json: String? = nil) -> String {
    let somebody = #"{"member_id":null,"household_id":null,"role":"member","display_name":null}"#
    let result = json ?? (method == "auth.authenticate" ? somebody : "{}")
    return #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#
  }

  /// Returns a response with this JSON as its result, or the default result for `auth.authenticate`.
  public func result(toAllElse json: String) -> String { method == "auth.authenticate" ? result() : result(json) }

  public func refusal(_ code: Int, _ reason: String, _ message: String = "No.", more: String = "") -> String {
    let data = #"{"reason":"\#(reason)"\#(more)}"#
    return #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"\#(message)","data":\#(data)}}"#
  }
}

private func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(body))
  let started = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }, work.toOpaque())
  precondition(started == 0, "no thread for the fake server")
  pthread_detach(thread)
}
