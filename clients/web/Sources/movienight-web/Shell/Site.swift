import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import MovieNightKit
import NIOCore
import ServiceLifecycle

/// The page's server: what its routes share.
final class Site: Sendable {
  let settings: Settings
  let limits: RequestLimits
  let templates: Templates
  let assets: Assets
  let connections: ServerConnections
  let facts: ServerFacts
  let sessions: SessionStore
  /// The secret addresses of calendars. An entry's id is the secret.
  let calendars: SessionStore
  let notices = Notices()
  let deviceLinks = DeviceLinks()
  let inviteLinks = InviteLinks()
  let pendingImports = PendingImports()
  let failures = AttemptLimiter()
  let live = LiveHub()
  let log: Log
  let now: @Sendable () -> Timestamp

  private let proxies: Set<String>
  /// The requests in progress from each address behind a trusted proxy.
  private let proxied: ConnectionCounter

  /// - Throws: If the session file cannot be read.
  init(
    _ settings: Settings, limits: RequestLimits = RequestLimits(), log: Log = .standardError,
    now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) ?? Timestamp(microseconds: 0) }
  ) throws {
    self.settings = settings
    self.limits = limits
    self.log = log
    self.now = now
    templates = try Templates(Areas.all)
    assets = Assets(Areas.all)
    connections = ServerConnections(settings.connect)
    facts = ServerFacts(connections)
    sessions = try SessionStore(folder: settings.data, log: log)
    calendars = try SessionStore(folder: settings.data, kind: "calendars", log: log)
    proxies = Set(settings.trustedProxies.compactMap(normalizedAddress))
    proxied = ConnectionCounter(limit: limits.connectionsPerAddress)
  }

  /// Serves until SIGINT or SIGTERM.
  ///
  /// - Parameter ready: Called with the address once it accepts connections.
  func serve(ready: @escaping @Sendable (HostAndPort) async -> Void) async throws {
    var logger = Logger(label: "movienight-web")
    logger.logLevel = .critical
    let application = Application(
      responder: SiteResponder(self),
      server: HTTPServerBuilder { [limits, proxies] responder in
        LimitedHTTPChannel(limits, exempt: proxies, responder: responder)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(settings.listen.host, port: settings.listen.port), serverName: nil),
      services: [Upkeep(site: self)],
      onServerRunning: { [settings] channel in
        await ready(HostAndPort(host: settings.listen.host, port: channel.localAddress?.port ?? settings.listen.port))
      },
      logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: application)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = Duration.seconds(10)
    try await ServiceGroup(configuration: configuration).run()
  }

  /// Adds a session. Those that have to make room for it end.
  func add(_ session: WebSession) async { await retire(sessions.add(session)) }

  /// Ends sessions and revokes their tokens.
  func retire(_ sessions: [WebSession]) async {
    for session in sessions {
      do { try await signOut(session) } catch {
        log("the token of a session that has ended could not be revoked, and stays among its member's devices")
        await end(session)
      }
    }
  }

  /// Ends the sessions that have not been used for a long time. While their tokens cannot be revoked, they are kept.
  func endOutdatedSessions() async {
    do {
      for session in sessions.outdated(at: now()) { try await signOut(session) }
      for entry in calendars.outdated(at: now()) {
        do { try await revoke(entry, with: connections.clients(of: entry).quick) } catch let error as ClientError
          where error.refusal?.code == 401
        {
          forget(calendar: entry)
        }
      }
    } catch {
      log("sessions that have not been used for a long time end later, when the server can revoke their tokens")
    }
  }

  /// Ends a session: its connections, event streams and notices.
  func end(_ session: WebSession) async {
    sessions.remove(session.id)
    notices.forget(session.id)
    deviceLinks.forget(session.id)
    inviteLinks.forget(session.id)
    pendingImports.forget(session.id)
    if !sessions.isInUse(token: session.token) { connections.forget(token: session.token) }
    await live.end(session.id)
  }

  // MARK: Requests

  func visitor(_ request: Request, _ context: PageContext) throws(PageError) -> Visitor {
    let text = request.uri.query ?? ""
    guard text.utf8.count <= limits.queryBytes, let query = Form(urlEncoded: text) else { throw .badRequest }
    return visitor(request, context, query: query)
  }

  /// - Parameter query: What to take for the request's query.
  func visitor(_ request: Request, _ context: PageContext, query: Form) -> Visitor {
    let peer = context.remoteAddress
    let isProxied = isTrusted(peer)
    let isLocal = peer.map(isLoopback) ?? false
    let isSecure = isProxied || !isLocal
    let cookies = Cookies(request.headers, isSecure: isSecure)
    let session = cookies.session.flatMap { sessions.find($0, at: now()) }
    return Visitor(
      site: self, method: request.method, path: request.uri.path, query: query, parameters: context.parameters,
      headers: request.headers, address: address(of: request, peer: peer, isProxied: isProxied), isSecure: isSecure,
      isPrivate: isLocal && !isProxied || isProxied && request.headers[.forwardedProto] == "https",
      host: request.head.authority ?? "\(settings.listen)",
      reader: Reader(languages: request.headers[.acceptLanguage], zone: cookies.zone, now: now()), session: session,
      guestKey: cookies.guest)
  }

  private func isTrusted(_ peer: SocketAddress?) -> Bool {
    peer?.ipAddress.flatMap(normalizedAddress).map(proxies.contains) ?? false
  }

  /// The last address that a trusted proxy names is the one that it saw itself.
  private func address(of request: Request, peer: SocketAddress?, isProxied: Bool) -> String {
    if isProxied, let last = request.headers[.forwardedFor]?.split(separator: ",").last {
      return clientAddress(last.trimmed)
    }
    return peer.map(clientAddress) ?? ""
  }

  private func isLoopback(_ address: SocketAddress) -> Bool {
    let text = address.ipAddress ?? ""
    return text == "::1" || clientAddress(text).hasPrefix("127.")
  }

  /// Counts a request of a browser behind a trusted proxy, whose connections are not its own. Nil for others.
  ///
  /// The request counts for as long as the result exists.
  func count(_ request: Request, _ context: PageContext) throws(PageError) -> CountedRequest? {
    let peer = context.remoteAddress
    guard isTrusted(peer) else { return nil }
    let address = address(of: request, peer: peer, isProxied: true)
    guard let counted = CountedRequest(address, in: proxied) else { throw .tooManyRequests(retryAfter: 1) }
    return counted
  }

  func form(of request: Request) async throws -> Form {
    let type = request.headers[.contentType]?.split(separator: ";").first?.trimmed.lowercased()
    guard type == "application/x-www-form-urlencoded" else { throw PageError.unsupportedMediaType }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.bodyBytes {
      throw PageError.tooLarge
    }
    let body: ByteBuffer
    do { body = try await request.body.collect(upTo: limits.bodyBytes) } catch is NIOTooManyBytesError {
      throw PageError.tooLarge
    }
    guard let form = Form(urlEncoded: String(buffer: body)) else { throw PageError.badRequest }
    return form
  }

  // MARK: Answers

  func response(to visitor: Visitor, _ answer: Answer) async throws -> Response {
    switch answer {
    case .response(let response): return response
    case .redirect(let path): return .seeOther(path)
    case .done(let path, let notice):
      guard let notice, let session = visitor.session else { return .seeOther(path) }
      let id = notices.keep(notice, for: session.id)
      let page = path.prefix { $0 != "#" }
      return .seeOther("\(page)\(page.contains("?") ? "&" : "?")notice=\(id)\(path.dropFirst(page.count))")
    case .screen(let screen): return await page(screen, for: visitor)
    }
  }

  func page(_ screen: Screen, for visitor: Visitor) async -> Response {
    var visitor = visitor
    var setGuestKey: String?
    if visitor.forgery == nil {
      let key = Secrets.make()
      setGuestKey = key
      visitor.guestKey = key
    }
    let position = screen.isLive ? await visitor.session.flatMapAsync { await live.position(of: $0.household) } : nil
    let layout = Layout(screen, for: visitor, position: position, attribution: await facts.attribution)
    let html = templates.render(layout, with: visitor.wantsFragment ? "fragment" : "layout")
    var response = Response(status: screen.status, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    response.headers[.contentType] = "text/html; charset=utf-8"
    response.headers[.cacheControl] = "no-store"
    if let seconds = screen.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    if let setGuestKey { response.setCookie(.guest(setGuestKey, isSecure: visitor.isSecure)) }
    return response
  }
}

extension Optional {
  func flatMapAsync<Result>(_ transform: (Wrapped) async throws -> Result?) async rethrows -> Result? {
    guard let self else { return nil }
    return try await transform(self)
  }
}

extension Response {
  static func seeOther(_ path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
  }
}

/// Closes what is no longer used.
private struct Upkeep: Service {
  let site: Site

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: .seconds(20))) != nil {
        site.connections.forgetUnused(since: .now - ServerConnections.idleTime)
        await site.endOutdatedSessions()
        site.deviceLinks.removeExpired()
        site.pendingImports.removeExpired()
        await site.live.tick()
      }
    }
  }
}
