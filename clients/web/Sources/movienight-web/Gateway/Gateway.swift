import HTTPTypes
import Hummingbird
import MovieNightKit
import NIOCore
import ServiceLifecycle

/// `POST /rpc` and `GET /events`: the protocol over HTTP, for programs (`docs/web.md`).
enum GatewayArea: Area {
  static var templates: [String: [UInt8]] { [:] }

  static func register(in pages: inout Pages) {
    let (site, gateway) = (pages.site, Gateway(pages.site))
    pages.handle(.post, "/rpc") { request, context in
      let address = try site.visitor(request, context).address
      return gateway.shared(request, await gateway.rpc(request, from: address))
    }
    pages.handle(.get, "/events") { request, context in
      let address = try site.visitor(request, context).address
      return gateway.shared(request, await gateway.events(request, from: address))
    }
    for (path, method) in [("/rpc", "POST"), ("/events", "GET")] {
      pages.handle(.options, path) { request, _ in gateway.preflight(request, method: method) }
    }
  }
}

/// The gateway of a site. No request of it reads or sets a cookie.
struct Gateway: Sendable {
  private let site: Site
  private let limits: GatewayLimits
  private let connections: GatewayConnections
  private let allowedOrigins: Set<String>

  init(_ site: Site) {
    self.site = site
    limits = site.limits.gateway
    connections = GatewayConnections(to: site.settings.connect, limits: limits)
    allowedOrigins = Set(site.settings.allowedOrigins)
  }

  // MARK: Requests

  func rpc(_ request: Request, from address: String) async -> Response {
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
      return response(.unsupportedMediaType, .invalidRequest("Send JSON, with Content-Type: application/json."))
    }
    let body: ByteBuffer
    do { body = try await request.body.collect(upTo: site.limits.bodyBytes) } catch is NIOTooManyBytesError {
      return response(.contentTooLarge, .bodyTooLarge)
    } catch {
      return response(.badRequest, .invalidRequest("The body has not arrived completely."))
    }
    let token: String?
    do { token = try self.token(request) } catch { return response(.unauthorized, error.answer) }
    let content = GatewayRequest(Array(body.readableBytesView), token: token, limits: limits)
    let calls = content.calls
    var slot: RequestSlot?
    var answers: [GatewayAnswer] = []
    if !calls.isEmpty {
      do {
        let isGuess = calls.contains { $0.method == .bySecret }
        try await checkFailures(isGuess ? nil : token, address)
        let caller: GatewayConnections.Caller = token.map { .token($0) } ?? .address(address)
        try await connections.beginRequest(of: caller)
        slot = RequestSlot(caller, connections)
        answers = try await connections.answers(to: calls, token: token)
      } catch {
        answers = calls.map { _ in (error as? GatewayRefusal)?.answer ?? .unreachable }
      }
      note(answers, address)
    }
    return response(to: content, answers, slot)
  }

  private func response(to content: GatewayRequest, _ answers: [GatewayAnswer], _ slot: RequestSlot?) -> Response {
    var answers = answers[...]
    let outcomes = content.entries.map { entry -> GatewayAnswer in
      switch entry.step {
      case .call: answers.popFirst() ?? .outcomeUnknown
      case .refuse(let answer): answer
      }
    }
    var body: [UInt8] = content.isBatch ? [UInt8(ascii: "[")] : []
    var isFirst = true
    for (entry, answer) in zip(content.entries, outcomes) where entry.isAnswered {
      if !isFirst { body.append(UInt8(ascii: ",")) }
      isFirst = false
      answer.write(id: entry.id, to: &body)
    }
    if content.isBatch { body.append(UInt8(ascii: "]")) }
    let status = status(of: outcomes)
    if isFirst { return response(status == .ok ? .noContent : status, outcomes, [], slot) }
    return response(status, outcomes, body, slot)
  }

  /// Returns the status that all answers share, if it is one of those that HTTP itself knows what to do about.
  private func status(of answers: [GatewayAnswer]) -> HTTPResponse.Status {
    guard let code = answers.first?.code, [401, 413, 429, 503].contains(code),
      answers.allSatisfy({ $0.code == code })
    else { return .ok }
    return HTTPResponse.Status(code: code)
  }

  // MARK: Events

  func events(_ request: Request, from address: String) async -> Response {
    do throws(GatewayRefusal) {
      guard let token = try token(request) else { throw GatewayRefusal(.noToken) }
      try await checkFailures(token, address)
      let query = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
      let filter = EventFilter(query: query, lastEventID: request.headers[.lastEventID])
      let stream = try await open(token, filter)
      var headers = Self.headers
      headers[.contentType] = "text/event-stream"
      // Proxies such as nginx would collect the events otherwise.
      headers[.accelBuffering] = "no"
      let slot = StreamSlot(stream, token, connections)
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody { writer in
          try await write(slot.stream, to: &writer, of: request)
          withExtendedLifetime(slot) {}
          try await writer.finish(nil)
        })
    } catch {
      note([error.answer], address)
      let code = error.answer.code ?? 500
      return response(HTTPResponse.Status(code: code < 0 ? 400 : code), error.answer)
    }
  }

  private func open(_ token: String, _ filter: EventFilter) async throws(GatewayRefusal) -> GatewayStream {
    do { return try await connections.openStream(of: token, filter) } catch {
      throw error as? GatewayRefusal ?? GatewayRefusal(.unreachable)
    }
  }

  private func write(
    _ stream: GatewayStream, to writer: inout any ResponseBodyWriter, of request: Request
  ) async throws {
    try await withGracefulShutdownHandler {
      try await request.body.consumeWithCancellationOnInboundClose { _ in
        var stream = stream
        // Whatever ends the stream, the client resumes it after its position.
        while let part = try? await stream.next() { try await writer.write(ByteBuffer(string: part)) }
      }
    } onGracefulShutdown: {
      stream.close()
    }
  }

  // MARK: Tokens

  /// Returns the token of the header `Authorization`; nil without that header.
  private func token(_ request: Request) throws(GatewayRefusal) -> String? {
    guard let value = request.headers[.authorization] else { return nil }
    let parts = value.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 200,
      parts[1].utf8.allSatisfy({ $0.isBase64URL })
    else { throw GatewayRefusal(.badToken) }
    return String(parts[1])
  }

  private func checkFailures(_ token: String?, _ address: String) async throws(GatewayRefusal) {
    if let token, await connections.knows(token) { return }
    do { try site.failures.check(address) } catch { throw GatewayRefusal(.tooManyFailures) }
  }

  /// Counts the failures: each unknown invite, and the token once, which a batch shares.
  private func note(_ answers: [GatewayAnswer], _ address: String) {
    if answers.contains(where: { $0.code == 401 }) { site.failures.noteFailure(of: address) }
    for answer in answers where answer.reason == "unknown_invite" { site.failures.noteFailure(of: address) }
  }

  // MARK: Responses

  private static var headers: HTTPFields { [.cacheControl: "no-store"] }

  private func response(_ status: HTTPResponse.Status, _ answer: GatewayAnswer) -> Response {
    var body: [UInt8] = []
    answer.write(id: nil, to: &body)
    return response(status, [answer], body, nil)
  }

  private func response(
    _ status: HTTPResponse.Status, _ answers: [GatewayAnswer], _ body: [UInt8], _ slot: RequestSlot?
  ) -> Response {
    var headers = Self.headers
    if !body.isEmpty { headers[.contentType] = "application/json" }
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    if status == .contentTooLarge { headers[.connection] = "close" }
    if status == .tooManyRequests || status == .serviceUnavailable {
      let wait = answers.compactMap(\.retryAfter).max() ?? .seconds(1)
      headers[.retryAfter] = "\(max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)))"
    }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(contentLength: body.count) { writer in
        if !body.isEmpty { try await writer.write(ByteBuffer(bytes: body)) }
        // The request is in progress until the browser has taken the answer, which bounds the memory of answers.
        withExtendedLifetime(slot) {}
        try await writer.finish(nil)
      })
  }

  // MARK: Other origins

  func preflight(_ request: Request, method: String) -> Response {
    guard let origin = request.headers[.origin], allowedOrigins.contains(origin) else {
      return Response(status: .forbidden, headers: [.vary: "Origin"])
    }
    var headers: HTTPFields = [
      .accessControlAllowMethods: method,
      .accessControlAllowHeaders: "Authorization, Content-Type, Last-Event-ID", .accessControlMaxAge: "600",
    ]
    headers[.accessControlAllowOrigin] = origin
    headers[.vary] = "Origin"
    return Response(status: .noContent, headers: headers)
  }

  /// Adds the headers that let scripts of an allowed origin read the response.
  func shared(_ request: Request, _ response: Response) -> Response {
    guard !allowedOrigins.isEmpty else { return response }
    var response = response
    response.headers[.vary] = "Origin"
    if let origin = request.headers[.origin], allowedOrigins.contains(origin) {
      response.headers[.accessControlAllowOrigin] = origin
      response.headers[.accessControlExposeHeaders] = "Retry-After"
    }
    return response
  }
}

/// A request's place among those of its caller, which ends with this object.
private final class RequestSlot: Sendable {
  private let caller: GatewayConnections.Caller
  private let connections: GatewayConnections

  init(_ caller: GatewayConnections.Caller, _ connections: GatewayConnections) {
    self.caller = caller
    self.connections = connections
  }

  deinit { Task { [caller, connections] in await connections.endRequest(of: caller) } }
}

/// An event stream, which ends with this object, also if its response was never written.
private final class StreamSlot: Sendable {
  let stream: GatewayStream
  private let token: String
  private let connections: GatewayConnections

  init(_ stream: GatewayStream, _ token: String, _ connections: GatewayConnections) {
    self.stream = stream
    self.token = token
    self.connections = connections
  }

  deinit {
    stream.close()
    Task { [token, connections] in await connections.endStream(of: token) }
  }
}

extension UInt8 {
  fileprivate var isBase64URL: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension HTTPField.Name {
  static let accelBuffering = Self("X-Accel-Buffering")!
}
