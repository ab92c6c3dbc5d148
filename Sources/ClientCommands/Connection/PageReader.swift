import Console
import MovieNightKit
import MovieNightPrimitives

/// Reads a list of the household page by page, as far as the command line asks.
struct PageReader {
  static let options = [limit, all]

  private static let limit = CommandOption.value("limit", "N", "How many to show.", fallback: "20")
  private static let all = CommandOption.flag("all", "Show all of them.")
  /// The most that the server gives at once.
  private static let pageSize = 100

  private let client: MovieNightClient
  private let method: String
  private let key: StaticString
  private let household: String?
  private let limit: Int

  /// A reader of `method`, whose results have the elements under `key`.
  init(_ method: String, of key: StaticString, _ arguments: Arguments, _ environment: Environment) async throws {
    let limit = try arguments.integer(Self.limit, in: 1...1_000_000) ?? 20
    self.limit = arguments.has(Self.all) ? .max : limit
    self.method = method
    self.key = key
    household = arguments.value(ServerConnection.household)
    client = try await ServerConnection.open(arguments, environment)
  }

  /// Gives each page to `body`; returns the cursor of what follows, nil at the end of the list.
  func forEachPage(_ body: ([JSONValue]) async throws -> Void) async throws -> String? {
    var cursor: String?
    var left = limit
    repeat {
      let page = try await client.call(method) { parameters in
        parameters.field("limit", min(left, Self.pageSize))
        if let cursor { parameters.field("cursor", cursor) }
        if let household { parameters.field("household_id", household) }
      }
      let elements = Array(try page.array(key))
      try await body(elements)
      left -= elements.count
      cursor = try page.optionalString("next_cursor")
    } while cursor != nil && left > 0
    return cursor
  }

  /// The answer of another method about the same household.
  func ask(_ method: String) async throws -> JSONValue {
    try await client.call(method) { parameters in
      if let household { parameters.field("household_id", household) }
    }
  }

  /// All of it as one document in the shape of a page.
  func jsonText() async throws -> String {
    var all: [JSONValue] = []
    let cursor = try await forEachPage { all += $0 }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key(key)
      writer.array(all) { $0.raw($1.rawBytes) }
      writer.field("next_cursor", cursor)
    }
    return writer.text
  }
}
