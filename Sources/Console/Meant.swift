/// Those of `things` that are meant by `typed`: the one that is called so; else those whose name begins so; else those in
/// whose name a word begins so. Case and punctuation do not count: `wall-e` is WALL·E.
package func meant<Thing>(by typed: String, among things: [Thing], called name: (Thing) -> String) -> [Thing] {
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
  /// The only element.
  /// - Throws: `none` if there is no element; what `several` makes of the elements if there are more.
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

/// The words of a name in lower case, each after one space; a name without letters and digits as it stands.
private func comparable(_ name: String) -> String {
  let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
  return words.isEmpty ? name : words.joined(separator: " ")
}
