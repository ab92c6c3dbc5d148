import MovieNightPrimitives

struct BodyCleaner {
  var dropped = 0

  /// Cleans the entries of a list, in order. Drops and counts entries with the `key` of an earlier one, beyond `limit`,
  /// or for which `clean` returns nil. Leaves out entries for which `isUnwanted` returns true, without counting them.
  mutating func list<Fact, Key: Hashable>(
    _ entries: JSONElements?, atMost limit: Int, eachOnceBy key: (Fact) -> Key,
    leavingOut isUnwanted: (JSONValue) -> Bool = { _ in false }, _ clean: (JSONValue) -> Fact?
  ) -> [Fact] {
    guard let entries else { return [] }
    var list: [Fact] = []
    var seen: Set<Key> = []
    for entry in entries where !isUnwanted(entry) {
      if list.count < limit, let fact = clean(entry), seen.insert(key(fact)).inserted {
        list.append(fact)
      } else {
        dropped += 1
      }
    }
    return list
  }

  /// Cleans all countries' ratings. Uses a country's first; a country without one does not count as dropped.
  mutating func ratings(_ entries: JSONElements?, _ rating: (JSONValue) -> String?) -> [Certification] {
    guard let entries else { return [] }
    var ratings: [String: String] = [:]
    for entry in entries {
      if let country = entry.member("iso_3166_1", Bounds.country) {
        ratings[country] = ratings[country] ?? rating(entry)
      } else {
        dropped += 1
      }
    }
    return ratings.sorted { $0.key < $1.key }.map { Certification(country: $0.key, rating: $0.value) }
  }

  mutating func genres(_ entries: JSONElements?, atMost limit: Int) -> [Genre] {
    list(entries, atMost: limit, eachOnceBy: \.id) { entry in
      guard let id = entry.id("id"), let name = entry.name("name") else { return nil }
      return Genre(id: id, name: name)
    }
  }

  static func requireList(_ member: StaticString, of json: JSONValue) throws(UnexpectedBody) -> JSONElements {
    guard let value = json[member], value.kind == .array else { throw .without("\(member)") }
    return value.elements
  }

  static func requireEqual(_ member: StaticString, _ asked: Int, of json: JSONValue) throws(UnexpectedBody) {
    guard let number = json[member]?.integer else { throw .without("\(member)") }
    guard number == asked else { throw .other("\(member)") }
  }
}
