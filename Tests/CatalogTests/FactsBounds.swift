import MovieNightPrimitives

@testable import Catalog

/// An independent statement of the bounds of facts, by stored member name (see `docs/catalog.md`).
enum FactsBounds {
  /// Returns the members of serialized facts that are out of bounds; empty if there are none.
  static func faults(in json: JSONValue, path: String = "") -> [String] {
    switch json.kind {
    case .object: return json.members.flatMap { member($0.name, $0.value, "\(path).\($0.name)") }
    case .array: return json.elements.flatMap { faults(in: $0, path: path + "[]") }
    default: return ["\(path) is a bare value"]
    }
  }

  private static func member(_ name: String, _ json: JSONValue, _ path: String) -> [String] {
    if json.isNull { return [] }
    if let text = json.string { return isFit(name, text) ? [] : ["\(path): \(text.debugDescription.prefix(400))"] }
    guard json.kind == .array else {
      return isFit(name, json) ? [] : ["\(path): \(String(decoding: json.rawBytes, as: UTF8.self))"]
    }
    let elements = Array(json.elements)
    var faults =
      isFit(name, elements) ? [] : ["\(path): \(String(decoding: json.rawBytes, as: UTF8.self).prefix(2_000))"]
    if !["genre_ids", "poster", "backdrop", "still", "logo"].contains(name) {
      faults += elements.flatMap { self.faults(in: $0, path: path + "[]") }
    }
    return faults
  }

  private static func isFit(_ name: String, _ text: String) -> Bool {
    switch name {
    case "title", "name", "original_title", "original_name", "character", "status", "type": isLegible(text, 300)
    case "overview", "tagline": isLegible(text, 4_000)
    case "rating": isLegible(text, 20)
    case "release_date", "first_air_date", "last_air_date", "air_date": isDate(text)
    case "imdb_id": text.wholeMatch(of: /tt[0-9]{7,10}/) != nil
    case "poster_path", "backdrop_path", "still_path", "logo_path": isImagePath(text)
    case "country": text.wholeMatch(of: /[A-Z]{2}/) != nil
    case "trailer_key": text.wholeMatch(of: /[A-Za-z0-9_-]{1,20}/) != nil
    case "link": text.utf8.count <= 300 && text.wholeMatch(of: /https:\/\/[A-Za-z0-9.:-]+([\/?#][!-~]*)?/) != nil
    case "base_url":
      text.utf8.count <= 300 && text.wholeMatch(of: /https:\/\/[A-Za-z0-9.:-]+\/([!-~--[?#]]*\/)?/) != nil
    default: false
    }
  }

  private static func isFit(_ name: String, _ json: JSONValue) -> Bool {
    if name == "adult" { return json.kind == .bool }
    if name == "next_episode" { return json.kind == .object && faults(in: json).isEmpty }
    if name == "popularity" { return json.double.map { $0 >= 0 && $0.isFinite } ?? false }
    if name == "vote_average" { return json.double.map { $0 >= 0 && $0 <= 10 } ?? false }
    let ranges: [String: ClosedRange<Int>] = [
      "id": 1...2_147_483_647, "series_id": 1...2_147_483_647, "runtime": 1...9_999, "vote_count": 0...2_147_483_647,
      "season_number": 0...9_999, "number_of_seasons": 0...9_999, "episode_number": 0...99_999,
      "episode_count": 0...99_999, "number_of_episodes": 0...99_999, "page": 1...500, "total_pages": 0...500,
      "total_results": 0...2_147_483_647, "priority": 0...99_999, "common_priority": 0...99_999,
    ]
    return json.integer.map { ranges[name]?.contains($0) ?? false } ?? false
  }

  private static func isFit(_ name: String, _ list: [JSONValue]) -> Bool {
    func areUnique(_ key: StaticString) -> Bool {
      Set(list.map { $0[key].map { String(decoding: $0.encoded, as: UTF8.self) } }).count == list.count
    }
    func numbers(_ key: StaticString) -> [Int] { list.compactMap { $0[key]?.integer } }
    switch name {
    case "genre_ids":
      let ids = list.compactMap(\.integer)
      return ids.count == list.count && Set(ids).count == ids.count && ids.count <= 20
        && ids.allSatisfy { $0 >= 1 && $0 <= 2_147_483_647 }
    case "poster", "backdrop", "still", "logo":
      let sizes = list.compactMap(\.string)
      return sizes.count == list.count && (1...20).contains(sizes.count) && Set(sizes).count == sizes.count
        && sizes.allSatisfy { $0.wholeMatch(of: /original|[wh][1-9][0-9]{0,4}/) != nil }
    case "genres": return areUnique("id") && list.count <= 200
    case "cast": return list.count <= 5
    case "certifications", "content_ratings", "priorities": return areUnique("country")
    case "providers":
      return list.first?["country"] == nil ? areUnique("id") && list.count <= 2_000 : areUnique("country")
    case "flatrate", "free", "ads", "rent", "buy": return areUnique("id") && list.count <= 100
    case "results", "movies", "series": return areUnique("id") && list.count <= 100
    case "seasons":
      let order = numbers("season_number").map { $0 == 0 ? 10_000 : $0 }
      return areUnique("season_number") && order == order.sorted() && list.count <= 1_000
    case "episodes":
      let order = numbers("episode_number")
      return areUnique("episode_number") && order == order.sorted() && list.count <= 10_000
    default: return false
    }
  }

  private static func isLegible(_ text: String, _ longest: Int) -> Bool {
    let isSteering = text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default:
        "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}".unicodeScalars.contains(scalar)
      }
    }
    return !text.isEmpty && text.utf8.count <= longest && !isSteering && text.first != " " && text.last != " "
  }

  private static func isImagePath(_ text: String) -> Bool {
    text.utf8.count <= 300 && text.wholeMatch(of: /\/[A-Za-z0-9._-]+/) != nil && text != "/." && text != "/.."
  }

  private static func isDate(_ text: String) -> Bool {
    guard let (_, year, month, day) = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/)?.output,
      let year = Int(year), let month = Int(month), let day = Int(day)
    else { return false }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1870...2200).contains(year) && (1...12).contains(month) && day >= 1 && day <= days[month - 1]
  }
}
