import HTTPTypes
import Hummingbird
import MovieNightKit

/// A request of a browser, signed in or not.
struct Visitor: Sendable {
  let site: Site
  let method: HTTPRequest.Method
  let path: String
  let query: Form
  let parameters: Parameters
  let headers: HTTPFields
  /// What identifies the browser's host for limits.
  let address: String
  /// Whether cookies may only be sent over HTTPS. False only for browsers on this machine without a proxy.
  let isSecure: Bool
  /// Whether the browser is known to use HTTPS, or is on this machine.
  let isPrivate: Bool
  /// The host and port by which the browser reaches this page.
  let host: String
  let reader: Reader
  var session: WebSession?
  /// The anti-forgery secret of a browser that is not signed in; nil before its first page.
  var guestKey: String?

  /// Whether the script asks for the contents of the page without its frame.
  var wantsFragment: Bool { headers[.fragment] != nil }

  /// The path and query of the page, for returning to it. A query that is too long to return to is left out.
  var here: String { page(without: []) }

  /// The same without some fields of the query.
  func page(without names: Set<String>) -> String {
    let fields = query.fields.filter { $0.name != "notice" && !names.contains($0.name) }
    let query = fields.map { "\($0.name.urlEncoded)=\($0.value.urlEncoded)" }.joined(separator: "&")
    return query.isEmpty || path.utf8.count + query.utf8.count >= LocalPath.maximum ? path : "\(path)?\(query)"
  }

  /// A part of the path, as in `/join/:token`.
  func parameter(_ name: String) -> String { parameters.get(name) ?? "" }

  /// Sends a form's anti-forgery secret.
  var forgery: String? { session?.forgery ?? guestKey }
}

/// A request of a signed-in member.
@dynamicMemberLookup
struct Visit: Sendable {
  let visitor: Visitor
  let session: WebSession
  private let clients: MemberClients

  init(_ visitor: Visitor, _ session: WebSession) {
    self.visitor = visitor
    self.session = session
    clients = visitor.site.connections.clients(of: session)
  }

  subscript<Value>(dynamicMember member: KeyPath<Visitor, Value>) -> Value { visitor[keyPath: member] }

  var member: MemberID { session.member }

  /// The connection for requests that the server answers at once.
  var client: MovieNightClient { clients.quick }

  /// The connection for requests that may wait for the catalog, and for imports. Answers come in order, so these would keep
  /// others waiting.
  var catalogClient: MovieNightClient { clients.patient }

  /// Queries of the catalog for a page. A reader waits for a few seconds; then the page says that the catalog needs longer.
  var catalog: ClientScope { catalogClient.within(Self.catalogWait) }

  /// Longer than the time in which an unreachable server is noticed.
  private static let catalogWait: Duration = .seconds(5)

  /// The methods of `client`, as oneself or as the child in the form's field `as`.
  func acting(_ form: Form) throws(PageError) -> ClientScope { try Self.acting(form, on: client) }

  /// The same for commands with movies, which wait for the catalog.
  func actingWithCatalog(_ form: Form) throws(PageError) -> ClientScope { try Self.acting(form, on: catalogClient) }

  private static func acting(_ form: Form, on client: MovieNightClient) throws(PageError) -> ClientScope {
    try form.child.map { client.acting(as: $0) } ?? client.scope
  }
}

extension HTTPField.Name {
  static let fragment = Self("X-Fragment")!
  static let forwardedFor = Self("X-Forwarded-For")!
  static let forwardedProto = Self("X-Forwarded-Proto")!
  static let secFetchSite = Self("Sec-Fetch-Site")!
  static let host = Self("Host")!
}
