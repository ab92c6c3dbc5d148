import MovieNightPrimitives
import TestSupport

/// A JSON value whose parts can be replaced.
indirect enum JSONTree {
  /// The JSON text of a number, a string, a Boolean or null.
  case leaf(String)
  case list([JSONTree])
  case object([(name: String, value: JSONTree)])

  init(_ json: JSONValue) {
    switch json.kind {
    case .object: self = .object(json.members.map { ($0.name, JSONTree($0.value)) })
    case .array: self = .list(json.elements.map { JSONTree($0) })
    default: self = .leaf(json.encoded.text)
    }
  }

  var text: String {
    switch self {
    case .leaf(let text): text
    case .list(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  subscript(name: String) -> JSONTree? {
    get { if case .object(let members) = self { members.first { $0.name == name }?.value } else { nil } }
    set {
      guard case .object(var members) = self, let index = members.firstIndex(where: { $0.name == name }) else { return }
      if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      self = .object(members)
    }
  }

  /// The paths of all values in the tree.
  func paths() -> [[Int]] {
    let children: [JSONTree] =
      switch self {
      case .leaf: []
      case .list(let values): values
      case .object(let members): members.map(\.value)
      }
    return children.enumerated().flatMap { index, child in [[index]] + child.paths().map { [index] + $0 } }
  }

  func value(at path: ArraySlice<Int>) -> JSONTree {
    guard let first = path.first else { return self }
    return switch self {
    case .leaf: self
    case .list(let values): values[first].value(at: path.dropFirst())
    case .object(let members): members[first].value.value(at: path.dropFirst())
    }
  }

  /// Returns a copy whose value at `path` is replaced by `new`, or removed if `new` is nil.
  func setting(_ path: ArraySlice<Int>, to new: JSONTree?) -> JSONTree {
    guard let first = path.first else { return new ?? self }
    let isLast = path.count == 1
    switch self {
    case .leaf: return self
    case .list(var values):
      if isLast, new == nil {
        values.remove(at: first)
      } else {
        values[first] = values[first].setting(path.dropFirst(), to: new)
      }
      return .list(values)
    case .object(var members):
      if isLast, new == nil {
        members.remove(at: first)
      } else {
        members[first].value = members[first].value.setting(path.dropFirst(), to: new)
      }
      return .object(members)
    }
  }
}

/// The lines of an export, which a test alters as a malicious or careless person might.
struct AlteredExport {
  var texts: [JSONTree]
  var events: [JSONTree]

  /// - Parameter export: The text of an export, including its first line.
  init(_ export: String) throws {
    let lines = try export.split(separator: "\n").dropFirst().map { try JSONDocument(String($0)).root }
    texts = lines.compactMap { $0["text"] }.map { JSONTree($0) }
    events = lines.compactMap { $0["event"] }.map { JSONTree($0) }
  }

  /// The text of an export file.
  var export: String {
    let first = events.first?["stream"]?.text ?? "null"
    return "{\"movienight_export\":1,\"head\":\(events.count),\"first_stream\":\(first)}\n"
      + texts.map { "{\"text\":\($0.text)}\n" }.joined() + events.map { "{\"event\":\($0.text)}\n" }.joined()
  }

  /// Parameters of `events.import` that import the altered export.
  var parameters: String {
    "\"events\":[\(events.map(\.text).joined(separator: ","))],\"texts\":[\(texts.map(\.text).joined(separator: ","))]"
  }

  /// Makes one random alteration, or two in a fifth of the calls.
  mutating func alter(using random: inout SeededGenerator) {
    for _ in 0..<(Int.random(in: 0..<5, using: &random) == 0 ? 2 : 1) { alterOnce(using: &random) }
  }

  private mutating func alterOnce(using random: inout SeededGenerator) {
    guard !events.isEmpty else { return }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: duplicateLine(&random)
    case 1: exchangeLines(&random)
    case 2: events.remove(at: events.indices.randomElement(using: &random) ?? 0)
    case 3: moveToOtherStream(&random)
    case 4: alterText(&random)
    default: alterValue(&random)
    }
    // Renumbering makes positions and revisions consecutive again, so that an import does not refuse the export for
    // them.
    if Bool.random(using: &random) { renumber() }
  }

  private mutating func duplicateLine(_ random: inout SeededGenerator) {
    guard let event = events.randomElement(using: &random) else { return }
    events.insert(event, at: Int.random(in: 0...events.count, using: &random))
  }

  private mutating func exchangeLines(_ random: inout SeededGenerator) {
    let first = Int.random(in: 0..<events.count, using: &random)
    // The next line is chosen in half of the cases, because adjacent lines more often belong to the same stream.
    let second =
      Bool.random(using: &random) ? min(first + 1, events.count - 1) : Int.random(in: 0..<events.count, using: &random)
    events.swapAt(first, second)
  }

  private mutating func moveToOtherStream(_ random: inout SeededGenerator) {
    let index = Int.random(in: 0..<events.count, using: &random)
    guard let stream = events[index]["stream"]?.text, let other = events.randomElement(using: &random)?["stream"]?.text
    else { return }
    let category = ["round", "household", "library", "snack", ""].randomElement(using: &random) ?? ""
    events[index]["stream"] = .leaf(
      [other, "\"\(category)-\(stream.dropLast().suffix(36))\""].randomElement(using: &random) ?? other)
  }

  private mutating func alterText(_ random: inout SeededGenerator) {
    guard !texts.isEmpty else { return }
    let index = Int.random(in: 0..<texts.count, using: &random)
    texts[index] = altered(texts[index], &random)
  }

  private mutating func alterValue(_ random: inout SeededGenerator) {
    let index = Int.random(in: 0..<events.count, using: &random)
    events[index] = altered(events[index], &random)
  }

  private static let numbers = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "9007199254740993", "2147483648", "-1", "0",
    "1",
    "8760", "8761", "1e308", "1e400", "0.5",
  ]
  private static let others = [
    "null", "true", "\"\"", "\"voting\"", "\"rated\"", "\"down\"", "\"unknown\"", "[]", "{}", "[null]", "7",
    "\"9999-12-31T23:59:59.999999Z\"", "\"0000-01-01T00:00:00.000000Z\"", "\"2200-12-31T23:59:59.999999Z\"",
    "\"$5$rounds=999999999$salt$digest\"", "\"\\u0000\\u202e\"", "\"ffffffff-ffff-ffff-ffff-ffffffffffff\"",
    "\"" + String(repeating: "long ", count: 3000) + "\"",
    String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
    String(repeating: "{\"a\":", count: 20) + "1" + String(repeating: "}", count: 20),
  ]

  private func altered(_ tree: JSONTree, _ random: inout SeededGenerator) -> JSONTree {
    guard let path = tree.paths().randomElement(using: &random) else { return tree }
    let old = tree.value(at: path[...]).text
    let isID = old.utf8.count == 38 && Identifier<Never>(old.dropFirst().dropLast()) != nil
    let isNumber = old.first.map { $0.isNumber || $0 == "-" } ?? false
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return tree.setting(path[...], to: nil)
    case 1: return tree.setting(path[...], to: .leaf("null"))
    case 2..<7 where isNumber:
      return tree.setting(path[...], to: .leaf(Self.numbers.randomElement(using: &random) ?? "0"))
    case 2..<9 where isID: return tree.setting(path[...], to: .leaf(anyID(&random) ?? old))
    default: return tree.setting(path[...], to: .leaf(Self.others.randomElement(using: &random) ?? "null"))
    }
  }

  private func anyID(_ random: inout SeededGenerator) -> String? {
    guard let event = events.randomElement(using: &random) else { return nil }
    let ids = event.paths().map { event.value(at: $0[...]).text }.filter {
      $0.utf8.count == 38 && Identifier<Never>($0.dropFirst().dropLast()) != nil
    }
    return ids.randomElement(using: &random)
  }

  private mutating func renumber() {
    var revisions: [String: Int] = [:]
    for index in events.indices {
      let stream = events[index]["stream"]?.text ?? ""
      events[index]["position"] = .leaf("\(index + 1)")
      events[index]["revision"] = .leaf("\(revisions[stream, default: 0])")
      revisions[stream, default: 0] += 1
    }
    let times = events.map { $0["recorded_at"]?.text ?? "" }.sorted()
    for index in events.indices { events[index]["recorded_at"] = .leaf(times[index]) }
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

extension Sequence<UInt8> {
  fileprivate var text: String { String(decoding: Array(self), as: UTF8.self) }
}
