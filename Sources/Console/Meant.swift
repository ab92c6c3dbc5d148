/// What a person means who types a name, or the beginning of one.
package enum Meant<Thing> {
  case one(Thing)
  case none
  case several([Thing])

  package init(_ things: [Thing]) {
    switch things.count {
    case 0: self = .none
    case 1: self = .one(things[0])
    default: self = .several(things)
    }
  }
}

/// Which of `things` is meant by `typed`: the one that is called so; else the one whose name begins so; else the one in
/// whose name a word begins so. Case and punctuation do not count: `wall-e` is WALL·E.
package func meant<Thing>(by typed: String, among things: [Thing], called name: (Thing) -> String) -> Meant<Thing> {
  let typed = comparable(typed)
  let named = things.map { (thing: $0, name: comparable(name($0))) }
  let ways: [(String) -> Bool] = [
    { $0 == typed }, { $0.hasPrefix(typed) }, { (" " + $0).contains(" " + typed) },
  ]
  for isMeant in ways {
    let found = named.filter { isMeant($0.name) }
    if !found.isEmpty { return Meant(found.map(\.thing)) }
  }
  return .none
}

/// The words of a name in lower case, each after one space; a name without letters and digits as it stands.
private func comparable(_ name: String) -> String {
  let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
  return words.isEmpty ? name : words.joined(separator: " ")
}
