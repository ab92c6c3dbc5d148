import Foundation

@testable import movienight_web

/// A browser without scripts: it keeps cookies, follows redirects and submits forms.
final class Browser: @unchecked Sendable {
  // Used by one test at a time.
  private(set) var cookies: [String: String] = [:]
  private(set) var page = Page(status: 0, headers: [], body: "", path: "/")
  let port: Int
  let host: String
  let headers: [String]

  init(_ port: Int, headers: [String] = []) {
    self.port = port
    host = "127.0.0.1:\(port)"
    self.headers = headers
  }

  struct Page: Sendable {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: String
    let path: String

    func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }

    /// The texts of the page, with markup replaced by line breaks.
    var text: String {
      body.replacing(#/<[^>]*>/#, with: "\n").replacing(#/\s*\n\s*/#, with: "\n").replacing("&#39;", with: "'")
        .replacing("\u{2068}", with: "").replacing("\u{2069}", with: "")
    }

    /// The fields and the address of the first form that has `marker` in its markup.
    func form(_ marker: String) -> (action: String, fields: [(name: String, value: String)])? {
      for match in body.matches(of: #/<form\b[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/#.dotMatchesNewlines()) {
        guard match.output.0.contains(marker) else { continue }
        let inputs = match.output.2.matches(of: #/<input\b[^>]*>/#).map { String($0.output) }
        let fields = inputs.compactMap { input -> (String, String)? in
          let isBox = input.contains("type=\"checkbox\"") || input.contains("type=\"radio\"")
          guard !isBox || input.contains("checked=") else { return nil }
          guard let name = input.firstMatch(of: #/ name="([^"]*)"/#)?.output.1 else { return nil }
          let value = input.firstMatch(of: #/ value="([^"]*)"/#)?.output.1 ?? ""
          return (String(name), Page.unescaped(String(value)))
        }
        return (Page.unescaped(String(match.output.1)), fields)
      }
      return nil
    }

    static func unescaped(_ text: String) -> String {
      text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
        .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
  }

  struct NoSuchForm: Error {
    let marker: String
    let page: String
  }

  @discardableResult
  func get(_ path: String, headers: [String] = []) async throws -> Page {
    try await follow(try await request("GET", path, headers: headers))
  }

  /// Submits the form of the current page that has `marker` in its markup, as a browser does.
  @discardableResult
  func submit(_ marker: String, _ changes: [(String, String)] = []) async throws -> Page {
    guard let form = page.form(marker) else { throw NoSuchForm(marker: marker, page: page.text) }
    let fields = form.fields.filter { field in !changes.contains { $0.0 == field.name } } + changes
    return try await follow(try await post(form.action, fields))
  }

  func post(
    _ path: String, _ fields: [(String, String)], origin: String? = nil, headers: [String] = []
  ) async throws -> Page {
    let body = fields.map { "\($0.0.urlEncoded)=\($0.1.urlEncoded)" }.joined(separator: "&")
    let standard = ["Origin: \(origin ?? "http://\(host)")", "Content-Type: application/x-www-form-urlencoded"]
    return try await request("POST", path, headers: standard + headers, body: body)
  }

  /// A file of a form.
  struct File {
    let field: String
    let name: String
    let text: String
  }

  /// Submits a form with files as a browser does.
  @discardableResult
  func upload(_ marker: String, _ changes: [(String, String)] = [], _ files: [File]) async throws -> Page {
    guard let form = page.form(marker) else { throw NoSuchForm(marker: marker, page: page.text) }
    let fields = form.fields.filter { field in
      !["files", "folder"].contains(field.name) && !changes.contains { $0.0 == field.name }
    }
    return try await follow(try await upload(to: form.action, fields + changes, files))
  }

  func upload(to path: String, _ fields: [(String, String)], _ files: [File]) async throws -> Page {
    let parts =
      fields.map { "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }
      + files.map {
        "--b\r\nContent-Disposition: form-data; name=\"\($0.field)\"; filename=\"\($0.name)\"\r\n"
          + "Content-Type: text/csv\r\n\r\n\($0.text)\r\n"
      }
    let headers = ["Origin: http://\(host)", "Content-Type: multipart/form-data; boundary=b"]
    return try await request("POST", path, headers: headers, body: parts.joined() + "--b--\r\n")
  }

  /// Sends a request without following where its answer leads.
  func request(_ method: String, _ path: String, headers: [String] = [], body: String = "") async throws -> Page {
    let connection = try await RawConnection(to: port)
    let cookie = cookies.isEmpty ? [] : ["Cookie: " + cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")]
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: \(host)", "Connection: close"] + cookie + self.headers + headers
      + (body.isEmpty && method == "GET" ? [] : ["Content-Length: \(body.utf8.count)"])
    try await connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    let page = Self.parse(await connection.readToEnd(), path)
    for header in page.headers where header.name == "set-cookie" {
      let pair = header.value.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
      cookies[String(pair[0])] = pair.count == 2 ? String(pair[1]) : nil
    }
    return page
  }

  func set(_ cookie: String, _ value: String) { cookies[cookie] = value }

  private func follow(_ answer: Page) async throws -> Page {
    page = answer
    for _ in 0..<5 {
      guard page.status == 303, let location = page.header("Location") else { break }
      let path = location.split(separator: "#")[0]
      page = try await request("GET", String(path))
    }
    return page
  }

  private static func parse(_ answer: String, _ path: String) -> Page {
    let halves = answer.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = halves[0].split(separator: "\r\n")
    let status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      let sides = line.split(separator: ":", maxSplits: 1)
      return sides.count == 2 ? (sides[0].lowercased(), sides[1].trimmed) : nil
    }
    return Page(status: status, headers: headers, body: halves.count == 2 ? String(halves[1]) : "", path: path)
  }
}

extension Browser {
  /// Signs in with a member's token.
  @discardableResult
  func signIn(_ token: String) async throws -> Page {
    try await get("/sign-in")
    return try await submit("name=\"token\"", [("token", token)])
  }

  var session: String? { cookies["session"] }
}
