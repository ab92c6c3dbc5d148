import HTTPTypes
import Hummingbird
import MovieNightKit
import NIOCore

/// Answers every request: routes it, makes a page of an error, and adds the headers that protect the reader.
struct SiteResponder: HTTPResponder {
  typealias Context = PageContext

  private let site: Site
  private let router: RouterResponder<PageContext>

  init(_ site: Site) {
    self.site = site
    var pages = Pages(site)
    for area in Areas.all { area.register(in: &pages) }
    router = pages.router().buildResponder()
  }

  func respond(to request: Request, context: PageContext) async throws -> Response {
    var response: Response
    do {
      let counted = try site.count(request, context)
      response = try await router.respond(to: request, context: context)
      // An event stream is in progress until its body ends.
      if let counted { response.body = response.body.keeping(counted) }
      if response.status == .notFound, response.headers[.contentType] == nil { throw PageError.notFound }
    } catch {
      response = await errorPage(error, request, context)
    }
    SecurityHeaders.add(to: &response, imageURL: await site.facts.imageURL)
    return response
  }

  private func errorPage(_ error: any Error, _ request: Request, _ context: PageContext) async -> Response {
    let pageError = PageError(error)
    if pageError == .internalError { site.log("error in \(request.method) of a page: \(type(of: error))") }
    let screen = ErrorScreen.screen(pageError, isRepeatable: [.get, .head].contains(request.method))
    // The query may be what is wrong.
    var response = await site.page(screen, for: site.visitor(request, context, query: Form()))
    switch pageError {
    case .methodNotAllowed(let methods): response.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    case .tooLarge: response.headers[.connection] = "close"
    default: break
    }
    return response
  }
}

extension ResponseBody {
  /// Returns a body that keeps an object until it has been written, or is given up.
  fileprivate func keeping(_ object: some AnyObject & Sendable) -> ResponseBody {
    ResponseBody(contentLength: contentLength) { writer in
      let writer = writer
      try await write(writer)
      withExtendedLifetime(object) {}
    }
  }
}

extension PageError {
  init(_ error: any Error) {
    switch error {
    case let error as PageError: self = error
    case let error as ClientError:
      switch error {
      case .unreachable, .timedOut, .closed, .identityChanged: self = .serverUnreachable
      case .refused(let refusal): self = PageError(refusal)
      case .badAddress, .protocolViolation, .unreadableParameters, .outbox: self = .internalError
      }
    case let error as any HTTPResponseError where error.status == .notFound: self = .notFound
    default: self = .internalError
    }
  }

  private init(_ refusal: Refusal) {
    switch refusal.code {
    case 404: self = .notFound
    case 429: self = .tooManyRequests(retryAfter: max(1, (refusal.retryAfterMilliseconds ?? 1000) / 1000))
    case 503 where refusal.kind != .noCatalog: self = .serverUnreachable
    case -32_602: self = .badRequest
    case -32_603: self = .internalError
    default: self = .refused(RefusalTexts.sentence(refusal))
    }
  }
}

enum SecurityHeaders {
  static func add(to response: inout Response, imageURL: String?) {
    response.headers[.contentSecurityPolicy] = policy(imageURL: imageURL)
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
    response.headers[HTTPField.Name("X-Frame-Options")!] = "DENY"
    response.headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] = "same-origin"
    response.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] = "same-origin"
    response.headers[HTTPField.Name("Permissions-Policy")!] = "camera=(), geolocation=(), microphone=()"
  }

  static func policy(imageURL: String?) -> String {
    let images = ["'self'"] + (imageURL.flatMap(origin).map { [$0] } ?? [])
    return [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "manifest-src 'self'",
      "img-src \(images.joined(separator: " "))", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }

  /// The scheme, host and port of an address; nil if it could add words to the policy.
  static func origin(_ address: String) -> String? {
    for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
      let host = address.dropFirst(scheme.count).prefix { $0 != "/" }
      let isHost =
        !host.isEmpty && host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0)) }
      return isHost ? scheme + host : nil
    }
    return nil
  }
}
