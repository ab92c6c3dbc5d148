import Console
import MovieNightKit

enum ListOptions {
  static let all: [CommandOption] = [limit, whole]

  fileprivate static let limit = CommandOption.value("limit", "N", "The number of entries to show.", fallback: "20")
  fileprivate static let whole = CommandOption.flag("all", "Show all entries.")
}

/// Reads a list page by page, up to the limit that was given on the command line.
struct PageReader<Page: Decodable & Sendable> {
  let client: MovieNightClient
  let household: HouseholdID?
  private let request: (_ limit: Int?, _ cursor: String?, _ household: HouseholdID?) -> TypedRequest<Page>
  private let key: StaticString
  private let limit: Int
  private let asJSON: Bool
  private let output: Terminal

  /// Creates a reader. `request` makes a page's request, and `key` is the page's member with the elements. `client` is
  /// a member's connection; by default connects to read a household's list.
  init(
    _ request: @escaping (_ limit: Int?, _ cursor: String?, _ household: HouseholdID?) -> TypedRequest<Page>,
    of key: StaticString, _ arguments: Arguments, _ environment: Environment, client: MovieNightClient? = nil
  ) async throws {
    let limit = try arguments.integer(ListOptions.limit, in: 1...1_000_000) ?? 20
    (self.request, self.key, self.limit) = (request, key, arguments.has(ListOptions.whole) ? .max : limit)
    (asJSON, output) = (arguments.has(.json), environment.output)
    if let client {
      (self.client, household) = (client, nil)
      return
    }
    let access = try ServerConnection.access(arguments, environment)
    let (client, identity) = try await ServerConnection.open(access, environment)
    household = try await ServerConnection.householdID(arguments, client)
    try ServerConnection.requireHousehold(household, for: identity)
    self.client = client
  }

  /// Prints the list. With `--json` it is one document in the form of a page. Otherwise each page is printed as it
  /// arrives, after the heading and before the lines that `end` returns.
  func show(
    heading: [String], drawing: (Page) async throws -> [String], end: (_ count: Int, _ hasMore: Bool) -> [String]
  ) async throws {
    var all: [JSONValue] = []
    var count = 0
    var cursor: String?
    repeat {
      // The server returns at most 100 elements per page.
      let page = try await client.rawResult(of: request(min(limit - count, 100), cursor, household))
      let elements = Array(try page.json.array(key))
      if asJSON {
        all += elements
      } else {
        if count == 0 { output.lines(heading) }
        output.lines(try await drawing(page.shown()))
      }
      count += elements.count
      cursor = try page.json.optional("next_cursor")
    } while cursor != nil && count < limit
    guard asJSON else { return output.lines(end(count, cursor != nil)) }
    let writer = JSONWriter.object { writer in
      writer.array(key, all) { $0.raw($1.compactText.utf8) }
      writer.field("next_cursor", cursor)
    }
    output.line(writer.text)
  }
}
