import MovieNightPrimitives

/// Makes facts of a body, and counts what it leaves out of lists.
struct BodyCleaner {
  var dropped = 0

  /// The facts of a list's entries, in its order, each once.
  ///
  /// - Parameters:
  ///   - limit: how many; what comes behind them is left out.
  ///   - key: by what two of them are the same; the first counts.
  ///   - isUnwanted: what is left out without being counted.
  ///   - clean: nil for what is no such fact.
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

  /// Each country's rating, the first that it has; a country without one is left out, and nothing is wrong with that.
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

  /// - Throws: where the body has no such list.
  static func demandList(_ member: StaticString, of json: JSONValue) throws(UnfittingBody) -> JSONElements {
    guard let value = json[member], value.kind == .array else { throw .without("\(member)") }
    return value.elements
  }

  /// - Throws: where the body is about something else.
  static func demand(_ member: StaticString, _ asked: Int, of json: JSONValue) throws(UnfittingBody) {
    guard let number = json[member]?.integer else { throw .without("\(member)") }
    guard number == asked else { throw .other("\(member)") }
  }
}
