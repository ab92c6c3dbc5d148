import Foundation
import MovieNightKit
import MovieNightPrimitives

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over HTTPS, through the gateway that `movienight-web` serves (`docs/web.md`).
///
/// Requests are sent in their order, as a batch while others wait for an answer; each ``EventFeed`` has a stream of its
/// own. The token is only sent in headers, and redirects are not followed.
public struct HTTPTransport: Transport {
  private let url: URL

  /// - Parameter url: The site's address, such as `https://films.example.org`, to which `rpc` and `events` are added.
  public init(_ url: URL) { self.url = url }

  /// Opens a session and asks the server to answer. The address is not used, as the site has its own.
  /// - Throws: `unreachable` if there is no answer, or not from a gateway.
  public func connect(to address: ServerAddress) async throws -> any TransportConnection {
    let connection = HTTPConnection(url, address)
    _ = try await connection.post(Array(#"{"jsonrpc":"2.0","id":0,"method":"server.ping"}"#.utf8))
    return connection
  }
}

extension MovieNightClient {
  /// Creates a client over HTTP that connects on first use: `try MovieNightClient(over: url, as: .token(token))`.
  /// - Throws: `badAddress` for a URL that is not `https://HOST` or `http://HOST`, with or without port and path.
  public convenience init(
    over url: URL, as authentication: Authentication? = nil, options: Options = Options()
  ) throws(ClientError) {
    let ports = ["https": 443, "http": 80]
    guard let host = url.host, !host.isEmpty, let standard = ports[url.scheme?.lowercased() ?? ""],
      let port = UInt16(exactly: url.port ?? standard)
    else { throw .badAddress(url.absoluteString) }
    self.init(
      to: .tcp(host: host, port: port), as: authentication, options: options, transport: HTTPTransport(url))
  }
}

/// A session with a gateway, which takes lines of the protocol and gives back lines.
private final class HTTPConnection: TransportConnection {
  private let url: URL
  private let session: URLSession
  private let streams: HTTPStreams
  private let token = Locked<String?>(nil)

  /// The most requests, and the bytes but for a longer request, in one batch. The gateway takes 100, and 1 MiB.
  private static let batch = (requests: 100, bytes: 512 * 1024)

  init(_ url: URL, _ address: ServerAddress) {
    self.url = url
    streams = HTTPStreams(address)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    // A stream for each of 16 feeds, and the requests.
    configuration.httpMaximumConnectionsPerHost = 20
    session = URLSession(configuration: configuration, delegate: streams, delegateQueue: nil)
  }

  // A session keeps its delegate until it is invalidated.
  deinit { close() }

  func send(_ bytes: [UInt8]) async throws {
    do { try await sendLines(bytes) } catch {
      streams.lines.finish(throwing: error)
      throw error
    }
  }

  func receive() async throws -> [UInt8]? {
    var lines = streams.received.makeAsyncIterator()
    return try await lines.next()
  }

  func close() {
    session.invalidateAndCancel()
    streams.lines.finish()
  }

  private func sendLines(_ bytes: [UInt8]) async throws {
    var batch: [[UInt8]] = []
    for line in bytes.split(separator: 10).map(Array.init) {
      let request = try JSONDocument(line).root
      switch request["method"]?.word {
      case "auth.authenticate":
        try await sendBatch(&batch)
        let new = request["params"]?["token"]?.string
        let answer = try await post(line, new)
        if answer["result"] != nil { token.withLock { $0 = new } }
        streams.deliver(answer.encoded)
      case "events.subscribe":
        try await sendBatch(&batch)
        subscribe(request)
      case "events.unsubscribe":
        try await sendBatch(&batch)
        streams.unsubscribe(request)
      default:
        if batch.count == Self.batch.requests || batch.reduce(line.count, { $0 + $1.count }) > Self.batch.bytes {
          try await sendBatch(&batch)
        }
        batch.append(line)
      }
    }
    try await sendBatch(&batch)
  }

  private func sendBatch(_ lines: inout [[UInt8]]) async throws {
    guard !lines.isEmpty else { return }
    let body = lines.count == 1 ? lines[0] : [91] + lines.joined(separator: [44]) + [93]
    lines = []
    let answer = try await post(body, token.withLock { $0 })
    if answer.kind == .array {
      answer.elements.forEach { streams.deliver($0.encoded) }
    } else {
      streams.deliver(answer.encoded)
    }
  }

  /// Sends a request or a batch, and returns its answer, whatever its status.
  func post(_ body: [UInt8], _ token: String? = nil) async throws -> JSONValue {
    var request = self.request("rpc", token)
    request.httpMethod = "POST"
    request.httpBody = Data(body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    do {
      let (data, response) = try await session.data(for: request)
      return try streams.message(Array(data), response)
    } catch let error as URLError {
      throw streams.unreachable(error.localizedDescription)
    }
  }

  private func subscribe(_ request: JSONValue) {
    let fields = request["params"]?.members.map { name, value in
      let words = value.kind == .array ? value.elements.compactMap(\.string) : [value.string ?? "\(value.integer ?? 0)"]
      return URLQueryItem(name: name, value: words.joined(separator: ","))
    }
    let task = session.dataTask(with: self.request("events", token.withLock { $0 }, fields ?? []))
    streams.open(task, for: request["id"]?.integer ?? 0)
  }

  private func request(_ path: String, _ token: String?, _ query: [URLQueryItem] = []) -> URLRequest {
    let url = url.appendingPathComponent(path)
    var request = URLRequest(url: query.isEmpty ? url : url.appending(queryItems: query))
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    return request
  }
}

/// The event streams of a session, as lines of the protocol. A delegate, because `URLSession` on Linux has no
/// `bytes(for:)`.
private final class HTTPStreams: NSObject, URLSessionDataDelegate {
  let lines: AsyncThrowingStream<[UInt8], any Error>.Continuation
  let received: AsyncThrowingStream<[UInt8], any Error>
  private let address: ServerAddress
  /// The stream of each task. Its subscription has the id of the request as its own.
  private let tasks = Locked<[Int: (task: URLSessionTask, stream: HTTPEventStream)]>([:])

  init(_ address: ServerAddress) {
    self.address = address
    (received, lines) = AsyncThrowingStream.makeStream()
  }

  func deliver(_ line: some Collection<UInt8>) { lines.yield(line + [10]) }

  func open(_ task: URLSessionTask, for request: Int) {
    tasks.withLock { $0[task.taskIdentifier] = (task, HTTPEventStream(request)) }
    task.resume()
  }

  func unsubscribe(_ request: JSONValue) {
    let subscription = request["params"]?["subscription_id"]?.string
    let task = tasks.withLock { tasks in
      let found = tasks.first { $0.value.stream.subscription == subscription }
      return found.flatMap { tasks.removeValue(forKey: $0.key)?.task }
    }
    task?.cancel()
    deliver(Array(#"{"jsonrpc":"2.0","id":\#(request["id"]?.integer ?? 0),"result":{}}"#.utf8))
  }

  func unreachable(_ reason: String) -> ClientError { .unreachable(address: address, reason: reason) }

  /// Reads the answer of a gateway. Anything else comes from a proxy, or from another server.
  func message(_ bytes: [UInt8], _ response: URLResponse?) throws(ClientError) -> JSONValue {
    guard let root = try? JSONDocument(stored: bytes).root, root.kind == .array || root["jsonrpc"] != nil else {
      throw unreachable("no gateway answers there (HTTP status \((response as? HTTPURLResponse)?.statusCode ?? 0))")
    }
    return root
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isOpen = (dataTask.response as? HTTPURLResponse)?.statusCode == 200
    let complete = tasks.withLock {
      $0[dataTask.taskIdentifier]?.stream.receive(Array(data), isError: !isOpen) ?? []
    }
    complete.forEach { deliver($0) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let stream = tasks.withLock({ $0.removeValue(forKey: task.taskIdentifier)?.stream }) else { return }
    if error == nil, let refusal = stream.refusal, let message = try? message(refusal, task.response) {
      guard let error = message["error"]?.encoded else { return }
      return deliver(Array(#"{"jsonrpc":"2.0","id":\#(stream.request),"error":"#.utf8) + error + [125])
    }
    // As on a socket, the client connects again, and resumes its feeds.
    if !stream.isClosed { lines.finish(throwing: unreachable(error?.localizedDescription ?? "an event stream ended")) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}

/// The Server-Sent Events of a gateway as an answer and notifications of the protocol. A value without a connection.
struct HTTPEventStream {
  /// The id of the request that subscribes.
  let request: Int
  private var hasBegun = false
  /// Whether the server has said why no more events follow.
  private(set) var isClosed = false
  private var rest: [UInt8] = []
  /// The answer of a server that refuses the stream; nil if it sends events.
  private(set) var refusal: [UInt8]?

  init(_ request: Int) { self.request = request }

  var subscription: String { "http-\(request)" }

  /// Takes a part of the response, and returns the lines that it completes. An error is complete only at its end.
  mutating func receive(_ bytes: [UInt8], isError: Bool = false) -> [[UInt8]] {
    guard !isError else {
      refusal = (refusal ?? []) + bytes
      return []
    }
    rest += bytes
    var lines: [[UInt8]] = []
    while let end = rest.firstRange(of: [10, 10]) {
      let fields = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: ": ", maxSplits: 1).map(String.init)
      }
      rest.removeSubrange(..<end.upperBound)
      let value = { (name: String) in fields.first { $0.count == 2 && $0[0] == name }?[1] }
      if let line = line(id: value("id"), event: value("event"), data: value("data")) { lines.append(Array(line.utf8)) }
    }
    return lines
  }

  private mutating func line(id: String?, event: String?, data: String?) -> String? {
    let feed = #""subscription_id":"\#(subscription)""#
    if event == "closed", let data {
      isClosed = true
      return #"{"jsonrpc":"2.0","method":"events.closed","params":{\#(feed),\#(data.dropFirst())}"#
    }
    guard let id else { return nil }
    guard hasBegun else {
      hasBegun = true
      return #"{"jsonrpc":"2.0","id":\#(request),"result":{\#(feed),"position":\#(id)}}"#
    }
    return
      #"{"jsonrpc":"2.0","method":"events.appended","params":{\#(feed),"events":[\#(data ?? "")],"position":\#(id)}}"#
  }
}
