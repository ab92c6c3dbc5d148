import TestSupport

/// One change to a body. Its place is taken modulo the number of values, so that it stays valid after other changes.
struct Mutation: CustomStringConvertible {
  var place: Int
  var change: Change

  enum Change: CustomStringConvertible {
    case replace(JSONTree)
    /// Removes one member or element.
    case drop(Int)
    /// Appends further copies of one element.
    case repeated(Int, times: Int)
    /// Adds a member before or after the others.
    case add(String, JSONTree, isFirst: Bool)
    /// Wraps the value in this many arrays.
    case nest(Int)
    /// Truncates the text of the body at the place.
    case truncate
    /// Changes one byte of the text.
    case byte(UInt8)

    var description: String {
      switch self {
      case .replace(let tree): "becomes \(tree)"
      case .drop(let index): "loses the \(index)th"
      case .repeated(let index, let times): "has the \(index)th \(times) times more"
      case .add(let name, let tree, let isFirst): "gets \(isFirst ? "first " : "")\"\(name)\": \(tree)"
      case .nest(let levels): "stands in \(levels) arrays"
      case .truncate: "ends the text"
      case .byte(let byte): "is byte \(byte)"
      }
    }
  }

  var description: String { "\(place): \(change)" }

  static func apply(_ mutations: [Mutation], to body: JSONTree) -> [UInt8] {
    var tree = body
    for mutation in mutations { tree = tree.replacing(mutation.place % tree.count) { mutation.applied(to: $0) } }
    var bytes = tree.bytes
    for mutation in mutations where !bytes.isEmpty {
      switch mutation.change {
      case .truncate: bytes.removeLast(bytes.count - mutation.place % bytes.count)
      case .byte(let byte): bytes[mutation.place % bytes.count] = byte
      default: break
      }
    }
    return bytes
  }

  private func applied(to tree: JSONTree) -> JSONTree {
    switch (change, tree) {
    case (.replace(let other), _): return other
    case (.nest(let levels), _): return (0..<levels).reduce(tree) { tree, _ in .array([tree]) }
    case (.drop(let index), .array(var elements)) where !elements.isEmpty:
      elements.remove(at: index % elements.count)
      return .array(elements)
    case (.drop(let index), .object(var members)) where !members.isEmpty:
      members.remove(at: index % members.count)
      return .object(members)
    case (.repeated(let index, let times), .array(let elements)) where !elements.isEmpty:
      return .array(elements + Array(repeating: elements[index % elements.count], count: times))
    case (.add(let name, let value, let isFirst), .object(let members)):
      return .object(isFirst ? [(name, value)] + members : members + [(name, value)])
    default: return tree
    }
  }
}

/// Generates mutations that are likely to break cleaning: values at and beyond their bounds, wrong types, and wrong
/// places.
struct MutationGenerator {
  private var random: SeededGenerator
  /// The names of all members in the bodies. Cleaning ignores any other name.
  private let names: [String]

  init(seed: UInt64, names: [String]) {
    random = SeededGenerator(seed: seed)
    self.names = names
  }

  mutating func mutations() -> [Mutation] {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      Mutation(place: .random(in: 0..<1_000_000, using: &random), change: change())
    }
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func change() -> Mutation.Change {
    let index = Int.random(in: 0...20, using: &random)
    switch Int.random(in: 0...99, using: &random) {
    case 0...49: return .replace(tree(depth: 2))
    case 50...59: return .drop(index)
    case 60...69: return .repeated(index, times: pick([1, 1, 2, 25, 120]))
    case 70...91: return .add(pick(names), tree(depth: 2), isFirst: pick([true, false]))
    case 92...94: return .nest(pick([1, 2, 27, 40]))
    case 95...96: return .truncate
    default: return .byte(.random(in: 0...255, using: &random))
    }
  }

  private mutating func tree(depth: Int) -> JSONTree {
    switch Int.random(in: 0...(depth > 0 ? 99 : 79), using: &random) {
    case 0...9: return .word(pick(["null", "true", "false"]))
    case 10...39: return .word(number())
    case 40...79: return .string(text())
    case 80...89: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in tree(depth: depth - 1) })
    default:
      return .object((0..<Int.random(in: 0...5, using: &random)).map { _ in (pick(names), tree(depth: depth - 1)) })
    }
  }

  private mutating func number() -> String {
    let edges = [0, 1, 5, 10, 20, 100, 500, 1870, 2200, 9_999, 99_999, 2_147_483_647]
    switch Int.random(in: 0...5, using: &random) {
    case 0...2: return String(pick(edges) + Int.random(in: -1...1, using: &random))
    case 3:
      return pick(["9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e308", "1e309", "-1e309"])
    case 4: return pick(["-0", "0.0", "-0.0", "1.0", "9.999", "10.0001", "1e-400", String(repeating: "9", count: 400)])
    default: return String(Int.random(in: -5...3_000, using: &random))
    }
  }

  private mutating func text() -> String {
    let known = [
      "", " ", "US", "DE", "us", "XX", "YouTube", "Trailer", "SUXWAEX2jlg", "R", "PG-13", "/a.jpg", "/../a", "/a/b",
      "/.",
      "1999-10-15", "1999-02-29", "0000-00-00", "2200-12-31", "2201-01-01", "tt0137523", "tt", "w92", "w0", "h632",
      "original", "https://a.example/", "https://a@b/", "http://a.example/", "https://a.example/?q", "550", "\u{0}",
    ]
    if Int.random(in: 0...1, using: &random) == 0 { return pick(known) }
    let pieces = [
      "a", "Z", " ", "  ", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "\u{9B}", "\u{2028}", "\u{202E}", "\u{2066}",
      "\u{200B}",
      "\u{FEFF}", "\u{301}", "é", "千", "🇩🇪", "👨‍👩‍👧‍👦", "\\", "\"", "/", "<", "\u{FFFF}",
    ]
    let (most, other) = (pick(pieces), pick(pieces))
    let count = pick([1, 3, 10, 19, 100, 150, 299, 300, 400, 1_333, 3_999, 4_000])
    let before = Int.random(in: 0...count, using: &random)
    return String(repeating: most, count: before) + other + String(repeating: most, count: count - before)
  }
}
