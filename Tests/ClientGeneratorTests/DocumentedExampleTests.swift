import Foundation
import MovieNightKit
import MovieNightPrimitives
import Server
import TestSupport
import Testing
import ProtocolSchema

@testable import MovieNightKit

/// Decoding and encoding the examples in `docs/protocol`.
struct DocumentedExampleTests {
  /// An example that contains every required member of its method's result.
  struct Example: Sendable, CustomTestStringConvertible {
    let method: String
    let json: String

    var testDescription: String { "\(method) \(json.prefix(40))" }

    static func all() -> [Example] {
      let results = Dictionary(
        uniqueKeysWithValues: MethodTable.current.description.methods.map { ($0.name, ValueType.object($0.result)) })
      let examples = (try? Project.examples()) ?? []
      return examples.compactMap { section, json in
        guard resultTypes[section] != nil, let result = results[section], let value = try? JSONValue(text: json),
          result.validationError(in: value, by: .server) == nil
        else { return nil }
        return Example(method: section, json: json)
      }
    }
  }

  @Test func over40MethodsHaveCompleteExample() {
    #expect(Set(Example.all().map(\.method)).count > 40)
  }

  @Test func everyNonEmptyResultExceptOfSubscribingHasType() {
    let withResult = MethodTable.current.description.methods.filter { !$0.result.fields.isEmpty }.map(\.name)
    #expect(Set(withResult).subtracting(resultTypes.keys) == ["events.subscribe"])
    #expect(Set(resultTypes.keys).isSubset(of: withResult))
  }

  @Test(arguments: Example.all()) func exampleRoundTripsThroughCodable(example: Example) throws {
    guard let type = resultTypes[example.method] else { throw NoType(method: example.method) }
    try check(example, type)
  }

  struct NoType: Error {
    let method: String
  }

  private func check<Value: ReadValue>(_ example: Example, _ type: Value.Type) throws {
    let json = try JSONValue(text: example.json)
    let value: Value = try json.decoded()

    let coded = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: coded) == value)
    #expect(try JSONDecoder().decode(Value.self, from: Data(example.json.utf8)) == value)

    let written = try #require(withoutNulls(String(decoding: coded, as: UTF8.self)) as? NSDictionary)
    #expect(try written == #require(withoutNulls(example.json) as? NSDictionary))
  }
}
