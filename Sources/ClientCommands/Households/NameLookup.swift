import Console
import MovieNightKit

/// Finds the member, household, login, token or invite that a person names.
package struct NameLookup<Thing> {
  private let kind: (one: String, many: String)
  private let things: [Thing]
  private let name: (Thing) -> String
  private let id: (Thing) -> String?
  private let idKind: String
  private let hint: String?

  /// - Parameters:
  ///   - kind: What errors call one thing, and several.
  ///   - idKind: What errors call an id.
  ///   - hint: The advice if there are no things.
  package init(
    _ kind: (one: String, many: String), among things: [Thing], called name: @escaping (Thing) -> String,
    id: @escaping (Thing) -> String?, idKind: String = "id", ifNone hint: String? = nil
  ) {
    (self.kind, self.things, self.name, self.id) = (kind, things, name, id)
    (self.idKind, self.hint) = (idKind, hint)
  }

  /// Returns the thing with this id or name. Case and accents do not matter, and the beginning of the name or of one of
  /// its words is enough if no other thing has it.
  /// - Throws: `UsageError` with the candidates if there are several, `CommandFailure` if there is none.
  package func one(_ typed: String) throws -> Thing {
    let exact = things.filter { id($0) == typed.lowercased() || name($0) == typed }
    let found = exact.count == 1 || typed.isEmpty ? exact : prefixMatches(by: typed, among: things, called: name)
    guard let first = found.first else { throw notFound(typed) }
    guard found.count > 1 else { return first }
    let candidates = found.prefix(Self.shown).map { [name($0), id($0)].compactMap(\.self).joined(separator: "  ") }
    let advice = id(first) == nil ? "Type more of the name:" : "Type more of the name, or the \(idKind):"
    let more = found.count > candidates.count ? ["…"] : []
    throw UsageError("'\(typed)' matches several \(kind.many)", hints: [advice] + candidates + more)
  }

  /// The number of things that an error lists.
  private static var shown: Int { 10 }

  private func notFound(_ typed: String) -> CommandFailure {
    let names = things.map(name)
    var words: [(word: String, name: String)] = []
    for name in names {
      for word in [name] + name.split(separator: " ").map(String.init) { words.append((word.lowercased(), name)) }
    }
    // A single letter or digit is close to any other one.
    let nearest = typed.count > 1 ? nearestWord(to: typed.lowercased(), among: words.map(\.word)) : nil
    let listed = names.prefix(Self.shown).joined(separator: ", ") + (names.count > Self.shown ? ", …" : "")
    let advice = words.first { $0.word == nearest }.map { "Did you mean \($0.name)?" }
    return CommandFailure(
      "There is no \(kind.one) '\(typed)'", hint: advice ?? (names.isEmpty ? hint : "There are: \(listed)"))
  }
}

extension NameLookup where Thing == Member {
  package init(members: [Member]) {
    self.init(("member", "members"), among: members, called: \.displayName, id: { "\($0.id)" })
  }

  package init(children: [Member]) {
    self.init(
      ("child", "children"), among: children, called: \.displayName, id: { "\($0.id)" },
      ifNone: "Add a child with: movienight household add-child NAME")
  }
}

extension MovieNightClient {
  /// Returns the id of the household that the administrator names. The existence of an id is not checked.
  package func householdID(called typed: String) async throws -> HouseholdID {
    if let id = HouseholdID(typed) { return id }
    var households: [Household] = []
    for try await household in administration.households.all(limit: 100) { households.append(household) }
    let lookup = NameLookup(
      ("household", "households"), among: households, called: \.name, id: { "\($0.id)" },
      ifNone: "Create one with: movienight household create --name NAME --creator NAME")
    return try lookup.one(typed).id
  }

  /// Returns the id of a member, by default of the user's own household. The existence of an id is not checked, because
  /// former members have one, too.
  package func memberID(called typed: String, in household: HouseholdID? = nil) async throws -> MemberID {
    if let id = MemberID(typed) { return id }
    let members = try await rawResult(of: HouseholdsRequests.get(household: household)).shown().members
    return try NameLookup(members: members).one(typed).id
  }
}
