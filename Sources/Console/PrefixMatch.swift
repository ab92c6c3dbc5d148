import MovieNightPrimitives

/// Returns the `things` whose names match `typed`. Full matches have priority over names that begin with `typed`, and
/// those over names in which a later word begins with it. Case, accents and punctuation are ignored, so `wall-e`
/// matches WALL·E.
package func prefixMatches<Thing>(by typed: String, among things: [Thing], called name: (Thing) -> String) -> [Thing] {
  prefixMatches(by: typed, among: things, calledAnyOf: { [name($0)] })
}

/// Returns the `things` that match `typed` by any of their names, such as a title and the same title with its year.
package func prefixMatches<Thing>(
  by typed: String, among things: [Thing], calledAnyOf names: (Thing) -> [String]
) -> [Thing] {
  guard !typed.isEmpty else { return [] }
  let typed = comparable(typed)
  let named = things.map { (thing: $0, names: names($0).map(comparable)) }
  let matchers: [(String) -> Bool] = [
    { $0 == typed }, { $0.hasPrefix(typed) }, { (" " + $0).contains(" " + typed) },
  ]
  for matches in matchers {
    let found = named.filter { $0.names.contains(where: matches) }
    if !found.isEmpty { return found.map(\.thing) }
  }
  return []
}

/// Whether the names are equal except for case, accents and punctuation.
package func isSameName(_ left: String, _ right: String) -> Bool { comparable(left) == comparable(right) }

extension Array {
  /// Returns the only element, or what `several` chooses of more. Throws `none` if the array is empty.
  package func only(
    none: @autoclosure () -> CommandFailure, several: ([Element]) throws -> Element
  ) throws -> Element {
    switch count {
    case 0: throw none()
    case 1: return self[0]
    default: return try several(self)
    }
  }
}

/// Returns the words of a name for comparison. A name without letters and digits is returned unchanged.
private func comparable(_ name: String) -> String {
  let words = FoldedText(name).bytes
  return words.isEmpty ? name : String(decoding: words, as: UTF8.self)
}
