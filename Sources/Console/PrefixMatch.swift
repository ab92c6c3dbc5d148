/// The `things` that `typed` matches: by the full name, else by its beginning, else by the beginning of a word in it. Case and
/// punctuation are ignored: `wall-e` matches WALL·E.
package func prefixMatches<Thing>(by typed: String, among things: [Thing], called name: (Thing) -> String) -> [Thing] {
  let typed = comparable(typed)
  let named = things.map { (thing: $0, name: comparable(name($0))) }
  let ways: [(String) -> Bool] = [
    { $0 == typed }, { $0.hasPrefix(typed) }, { (" " + $0).contains(" " + typed) },
  ]
  for isMeant in ways {
    let found = named.filter { isMeant($0.name) }
    if !found.isEmpty { return found.map(\.thing) }
  }
  return []
}

extension Array {
  /// The only element. Throws `none` if the array is empty, and the result of `several` if it has more elements.
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

/// The words of a name in lower case, separated by spaces; a name without letters and digits is left as it is.
private func comparable(_ name: String) -> String {
  let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
  return words.isEmpty ? name : words.joined(separator: " ")
}
