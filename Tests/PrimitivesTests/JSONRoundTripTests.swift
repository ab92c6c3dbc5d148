import Foundation
import MovieNightPrimitives
import TestSupport
import Testing

/// Written values are read back unchanged by this parser and by Foundation.
@Suite struct JSONRoundTripTests {
  @Test(arguments: 1...8)
  func randomValuesRoundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let value = RandomJSON(depth: 5, using: &random)
      var writer = JSONWriter()
      value.write(to: &writer)
      #expect(try RandomJSON(JSONDocument(writer.bytes).root) == value, "\(writer.text)")
      let foundation = try JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed)
      #expect(value.equals(foundation), "\(writer.text)")
    }
  }

  @Test func writerOutputHasExpectedBytes() {
    var json = JSONWriter()
    json.object { json in
      json.field("s", "a\"\\\n\r\t\u{1}\u{1F}\u{7F}é🎬/")
      json.field("i", Int.min)
      json.field("d", 2.0)
      json.field("e", 0.1)
      json.field("b", true)
      json.field("none", String?.none)
      json.field("time", Timestamp(microseconds: 1_500_000))
      json.field("exact", Timestamp(microseconds: 1_500_000), .microseconds)
      json.field("id", Identifier<Void>(high: 1, low: 2))
      json.key("list")
      json.array([1, 2]) { $0.integer($1) }
      json.field("raw", raw: Array("{}".utf8))
      json.key("a\"b" as String)
      json.null()
    }
    #expect(
      json.text == #"{"s":"a\"\\\n\r\t\u0001\u001f"# + "\u{7F}é🎬/\",\"i\":-9223372036854775808,"
        + #""d":2.0,"e":0.1,"b":true,"none":null,"time":"1970-01-01T00:00:01Z","exact":"1970-01-01T00:00:01.500000Z","#
        + #""id":"00000000-0000-0001-0000-000000000002","list":[1,2],"raw":{},"a\"b":null}"#)
  }

  @Test func writtenNumbersReadBackExactly() throws {
    var random = SeededGenerator(seed: 11)
    let edges: [Double] = [
      0, -0.0, 1, -1, 0.1, 1e15, 1e15 - 1, 1e16, 1e21, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi,
      123456.789,
    ]
    let others = (0..<2000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    for value in edges + others {
      var json = JSONWriter()
      json.double(value)
      #expect(try JSONDocument(json.bytes).root.double == value, "\(json.text)")
    }
    for value in [Double.nan, .infinity, -.infinity] {
      var json = JSONWriter()
      json.double(value)
      #expect(json.text == "null")
    }
    for value in [Int.min, Int.min + 1, -1, 0, 9, 10, 99, 100, Int.max] {
      var json = JSONWriter()
      json.integer(value)
      #expect(json.text == "\(value)")
    }
  }
}

/// A random JSON value.
private indirect enum RandomJSON: Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([RandomJSON])
  case object([String: RandomJSON])

  init(depth: Int, using random: inout SeededGenerator) {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: self = .null
    case 1: self = .bool(Bool.random(using: &random))
    case 2: self = .integer(Int(truncatingIfNeeded: random.next() >> UInt64.random(in: 0..<64, using: &random)))
    case 3: self = .double(Double.random(in: -1e6...1e6, using: &random) + 0.25)
    case 4: self = .string(Self.text(using: &random))
    case 5:
      self = .array(
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in RandomJSON(depth: depth - 1, using: &random) })
    default:
      var members: [String: RandomJSON] = [:]
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        members[Self.text(using: &random)] = RandomJSON(depth: depth - 1, using: &random)
      }
      self = .object(members)
    }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    let scalars: [ClosedRange<UInt32>] = [0...0x7F, 0x20...0x7E, 0x80...0x7FF, 0x1F300...0x1F5FF]
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let range = scalars[Int.random(in: 0..<4, using: &random)]
      text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "x")
    }
    return text
  }

  init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool: self = .bool(value.bool == true)
    case .number:
      if let integer = value.integer { self = .integer(integer) } else { self = .double(value.double ?? .nan) }
    case .string: self = .string(value.string ?? "")
    case .array: self = .array(value.elements.map(RandomJSON.init))
    case .object:
      self = .object(Dictionary(value.members.map { ($0.name, RandomJSON($0.value)) }) { first, _ in first })
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .integer(let value): json.integer(value)
    case .double(let value): json.double(value)
    case .string(let value): json.string(value)
    case .array(let values): json.array(values) { $1.write(to: &$0) }
    case .object(let members):
      json.object { json in
        for (name, value) in members {
          json.key(name)
          value.write(to: &json)
        }
      }
    }
  }

  func equals(_ other: Any) -> Bool {
    switch self {
    case .null: other is NSNull
    case .bool(let value): other as? Bool == value
    case .integer(let value): (other as? NSNumber)?.intValue == value
    // Foundation parses numbers as decimals first and can miss the nearest double.
    case .double(let value): (other as? NSNumber).map { abs($0.doubleValue - value) <= abs(value) * 1e-14 } ?? false
    case .string(let value): (other as? String).map { Array($0.utf8) } == Array(value.utf8)
    case .array(let values):
      (other as? [Any]).map { $0.count == values.count && zip(values, $0).allSatisfy { $0.equals($1) } } ?? false
    case .object(let members):
      (other as? [String: Any]).map { other in
        other.count == members.count && members.allSatisfy { name, value in other[name].map(value.equals) ?? false }
      } ?? false
    }
  }
}
