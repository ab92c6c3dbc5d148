/// Returns the `things` whose names match `typed`. Full matches have priority over names that begin with `typed`, and
/// those over names in which a later word begins with it. Case and punctuation are ignored, so `wall-e` matches WALL·E.
package func prefixMatches<Thing>(by typed: String, among things: [Thing], called name: (Thing) -> String) -> [Thing] {
  let typed = comparable(typed)
  let named = things.map { (thing: $0, name: comparable(name($0))) }
  let matchers: [(String) -> Bool] = [
    { $0 == typed }, { $0.hasPrefix(typed) }, { (" " + $0).contains(" " + typed) },
  ]
  for matches in matchers {
    let found = named.filter { matches($0.name) }
    if !found.isEmpty { return found.map(\.thing) }
  }
  return []
}

extension Array {
  /// Returns the only element. Throws `none` if the array is empty, and the result of `several` if it has more.
  package func only(
    none: @autoclosure () -> CommandFailure, several: ([Element]) -> CommandFailure
  ) throws(CommandFailure) -> Element {
    switch count {
    case 0: throw none()
    case 1: return self[0]
    default: throw several(self)
    }
  }
}

/// Returns a name's words in lower case, separated by spaces. A name without letters and digits is unchanged.
private func comparable(_ name: String) -> String {
  let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
  return words.isEmpty ? name : words.joined(separator: " ")
}
