import Foundation
import HTTPTypes
import Hummingbird
import MovieNightKit
import NIOCore

/// The routes of all areas. Each is for signed-in members, unless its name says otherwise.
///
///     pages.get("/tonight") { visit in .screen(…) }
///     pages.post("/tonight/vote", returningTo: "/tonight") { visit, form in .done(to: "/tonight", notice: …) }
struct Pages {
  typealias Handler = @Sendable (Request, PageContext) async throws -> Response

  let site: Site
  private var routes: [String: [HTTPRequest.Method: Handler]] = [:]

  init(_ site: Site) { self.site = site }

  /// Shows a page to a member. Others are sent to the page for signing in.
  mutating func get(_ path: String, _ show: @escaping @Sendable (Visit) async throws -> Answer) {
    getForAll(path) { visitor in
      guard let session = visitor.session else { return .redirect(to: SigningPages.path(returningTo: visitor.here)) }
      return try await show(Visit(visitor, session))
    }
  }

  /// Carries out a member's action. A refusal is shown on the form's page, or else on `fallback`.
  mutating func post(
    _ path: String, returningTo fallback: String,
    _ act: @escaping @Sendable (Visit, Form) async throws -> Answer
  ) {
    postForAll(path) { visitor, form in
      try await Self.answer(visitor, returningTo: form.localPath("from") ?? fallback) { try await act($0, form) }
    }
  }

  /// Carries out a member's action with files, which the action reads. A member sends one form with files at a time, and all
  /// together ``RequestLimits/uploads``, which bounds what they take on the disk.
  mutating func upload(
    _ path: String, returningTo fallback: String,
    _ act: @escaping @Sendable (Visit, IncomingUpload) async throws -> Answer
  ) {
    let site = site
    let (own, all) = (ConnectionCounter(limit: 1), ConnectionCounter(limit: site.limits.uploads))
    handle(.post, path) { request, context in
      let visitor = try site.visitor(request, context)
      try Forgery.checkOrigin(of: request)
      let answer = try await Self.answer(visitor, returningTo: fallback) { visit in
        guard let counted = CountedRequest("\(visit.member)", in: own), let amongAll = CountedRequest("", in: all)
        else {
          throw PageError.tooManyRequests(retryAfter: 10)
        }
        defer { withExtendedLifetime((counted, amongAll)) {} }
        return try await act(visit, IncomingUpload(request, from: visitor))
      }
      return try await site.response(to: visitor, answer)
    }
  }

  /// Returns a member's answer. A refusal becomes a notice on the page `path`.
  private static func answer(
    _ visitor: Visitor, returningTo path: String, _ act: (Visit) async throws -> Answer
  ) async throws -> Answer {
    guard let session = visitor.session else { return .redirect(to: SigningPages.path(returningTo: path)) }
    do {
      return try await act(Visit(visitor, session))
    } catch let error as ClientError {
      guard let refusal = error.refusal else { throw error }
      if refusal.code == 401 {
        await visitor.site.end(session)
        return .redirect(to: SigningPages.path(returningTo: ShellPages.home))
      }
      return .done(to: path, notice: RefusalTexts.notice(refusal))
    }
  }

  /// Shows a page to everyone. A session whose token no longer works ends, and then the page is shown without it.
  mutating func getForAll(_ path: String, _ show: @escaping @Sendable (Visitor) async throws -> Answer) {
    let site = site
    let handler: Handler = { request, context in
      var visitor = try site.visitor(request, context)
      do {
        return try await site.response(to: visitor, try await show(visitor))
      } catch let error as ClientError where error.refusal?.code == 401 {
        guard let session = visitor.session else { throw error }
        await site.end(session)
        visitor.session = nil
        return try await site.response(to: visitor, try await show(visitor))
      }
    }
    handle(.get, path, handler)
    handle(.head, path) { request, context in
      var response = try await handler(request, context)
      // The length stays that of the page.
      response.body = ResponseBody(contentLength: response.body.contentLength) { try await $0.finish(nil) }
      return response
    }
  }

  /// Carries out an action of anyone whose form has the anti-forgery secret of the browser.
  mutating func postForAll(_ path: String, _ act: @escaping @Sendable (Visitor, Form) async throws -> Answer) {
    let site = site
    handle(.post, path) { request, context in
      let visitor = try site.visitor(request, context)
      try Forgery.checkOrigin(of: request)
      let form = try await site.form(of: request)
      try Forgery.check(form, from: visitor)
      return try await site.response(to: visitor, try await act(visitor, form))
    }
  }

  /// Adds a route that handles requests by itself, without cookies and anti-forgery secrets.
  mutating func handle(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) {
    precondition(routes[path]?[method] == nil, "Two areas handle \(method) \(path)")
    routes[path, default: [:]][method] = handler
  }

  /// Returns the router. A path with another method than its own is 405.
  func router() -> Router<PageContext> {
    let router = Router(context: PageContext.self)
    for (path, handlers) in routes {
      for method in [.get, .head, .post, .put, .patch, .delete, .options] as [HTTPRequest.Method] {
        let known = handlers.keys.sorted { $0.rawValue < $1.rawValue }
        let handler = handlers[method] ?? { _, _ in throw PageError.methodNotAllowed(known) }
        router.on(RouterPath(path), method: method, use: handler)
      }
    }
    return router
  }
}

/// The context of a request: the address of the connection's other end.
struct PageContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

/// The checks that a request comes from a form of this page.
enum Forgery {
  static let field = "forgery"

  /// Throws unless the browser says that the request comes from this page.
  ///
  /// Because of `Referrer-Policy: no-referrer`, browsers send `Origin: null` with forms, and then only `Sec-Fetch-Site` tells.
  static func checkOrigin(of request: Request) throws(PageError) {
    let origin = request.headers[.origin]
    if let origin, origin != "null" {
      // The parser has removed the header Host.
      guard let host = request.head.authority, origin == "https://\(host)" || origin == "http://\(host)" else {
        throw .forged
      }
    } else if request.headers[.secFetchSite] != "same-origin" {
      throw .forged
    }
  }

  static func check(_ form: Form, from visitor: Visitor) throws(PageError) {
    guard let known = visitor.forgery, let sent = form[field], Secrets.equal(known, sent) else { throw .oldForm }
  }
}
