import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Server

/// A server with one household, and helpers for its members' collections. Unless a test gives it a catalog, it has
/// none, so titles are sent with their facts.
struct CollectionServer {
  let server: LocalServer
  let household: Household
  /// The creator, Tim, whose children are Max and Mia.
  let tim: Wire

  init(
    _ kind: StoreKind = .memory, uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic,
    catalog: CatalogConfiguration? = nil
  ) throws {
    server = try LocalServer(kind, uptime: uptime, catalog: catalog)
    household = try server.createHousehold()
    tim = try server.wire(token: household.token)
  }

  var asMax: String { #","acting_as":"\#(household.children[0])""# }

  /// Adds a member by invite, and returns a connection authenticated as them.
  func addMember(_ name: String = "Sarah") throws -> (wire: Wire, id: String) {
    let newcomer = try server.wire().join(tim.result("invites.create").string("invite_token"), name)
    return (try server.wire(token: newcomer.token), newcomer.id)
  }
}

/// Returns the parameter of `titles.add` for a movie. `more` has further members of the item.
func newMovie(_ id: Int, title: String? = nil, year: Int = 1999, _ more: String = "") -> String {
  let title = title ?? "Movie \(id)"
  return #"{"media_type":"movie","tmdb_id":\#(id),"facts":{"title":"\#(title)","year":\#(year),"#
    + #""content_rating":"PG","genres":["Drama"]}\#(more)}"#
}

/// Returns the parameter of `titles.add` for a series of two seasons with three episodes each.
func newSeries(_ id: Int, ended: Bool = true, _ more: String = "") -> String {
  let seasons = (1...2).map {
    #"{"season_number":\#($0),"name":"Season \#($0)","air_date":"2020-0\#($0)-01","episode_count":3}"#
  }.joined(separator: ",")
  return #"{"media_type":"tv","tmdb_id":\#(id),"facts":{"title":"Series \#(id)","year":2020,"series_status":"#
    + #""\#(ended ? "Ended" : "Returning Series")","seasons":[\#(seasons)]}\#(more)}"#
}

func movieRef(_ id: Int) -> String { #"{"media_type":"movie","tmdb_id":\#(id)}"# }
func movieKey(_ id: Int) -> String { #""media_type":"movie","tmdb_id":\#(id)"# }
func seriesKey(_ id: Int) -> String { #""media_type":"tv","tmdb_id":\#(id)"# }

extension Wire {
  func addTitles(_ items: String..., more: String = "") throws {
    try result("titles.add", #""items":[\#(items.joined(separator: ","))]"# + more)
  }

  /// Returns a title as `titles.get` shows it.
  func title(_ key: String, _ more: String = "") throws -> JSONValue {
    try result("titles.get", key + more).object("title")
  }

  /// Returns the ids of a list of titles.
  func titleIDs(_ method: String = "titles.list", _ parameters: String = "") throws -> [Int] {
    try result(method, parameters).array("titles").map { try $0.integer("tmdb_id") }
  }

  /// Calls a method that must be refused, and returns the code and reason, such as "404 unknown_list".
  func refusal(_ method: String, _ parameters: String) throws -> String {
    let answer = try call(method, parameters)
    return "\(answer.code ?? 0) \(answer.reason ?? "no refusal")"
  }

  /// Imports a file that is sent in one piece, and returns the report. The server may decide it in several steps.
  func importFile(_ format: String, _ name: String, _ text: String, _ more: String = "") throws -> JSONValue {
    var progress = try importPiece(format, name, text, more: false, more)
    while let id = progress["import_id"]?.string {
      progress = try result("collection.import", #""format":"\#(format)","more":false,"import_id":"\#(id)""#)
    }
    return try progress.object("report")
  }

  /// Sends a piece of an import, and returns the result.
  func importPiece(
    _ format: String, _ name: String, _ text: String, more: Bool, _ parameters: String = ""
  ) throws -> JSONValue {
    var data = JSONWriter()
    data.string(text)
    let piece = #""format":"\#(format)","file":"\#(name)","data":\#(data.text),"more":\#(more)"#
    return try result("collection.import", piece + parameters)
  }

  /// Returns the whole text of an export.
  func export(_ parameters: String = #""format":"movienight""#) throws -> String {
    var (text, cursor): (String, String?) = ("", nil)
    repeat {
      let page = try result("collection.export", parameters + (cursor.map { #","cursor":"\#($0)""# } ?? ""))
      text += try page.string("text")
      cursor = page["next_cursor"]?.string
    } while cursor != nil
    return text
  }
}
