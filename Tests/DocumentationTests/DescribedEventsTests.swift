import Domain
import MovieNightPrimitives
import TestSupport
import Testing
import ProtocolSchema

@testable import Server

/// The descriptions of events match the recorded events.
@Suite struct DescribedEventsTests {
  private static let events = MethodTable.current.description.events

  @Test func everyEventTypeIsDescribedInSchemaOrder() {
    let payloads = EventSchema.current.payloads
    #expect(Self.events.map(\.name) == payloads.map { $0.type })
    #expect(Self.events.map(\.version) == payloads.map { $0.version })
    for event in Self.events {
      let audience: EventDescription.Audience =
        switch EventSchema.current.audience(ofType: event.name) {
        case .household: .household
        case .memberAndParent: .memberAndParent
        case .nobody: .nobody
        }
      #expect(event.audience == audience, "\(event.name)")
    }
  }

  /// The stored example of the current version fits, but not with a member removed, changed or added.
  @Test(arguments: EventSchema.current.payloads.map { $0.type })
  func storedEventMatchesItsDescription(type: String) throws {
    let event = try #require(Self.events.first { $0.name == type })
    let stored = try Project.text("Tests/DomainTests/Fixtures/events/\(type).v\(event.version).json")
    let example = try JSONDocument(stored).root
    #expect(event.validationError(inData: example) == nil)
    for field in event.data.fields {
      let (name, path) = ("\(field.name)", ".\(field.name)")
      #expect(
        try event.validationError(inData: Self.replacingMember(example, name, to: nil))
          == ValidationError(at: path, "is missing"))
      let whereNull = try event.validationError(inData: Self.replacingMember(example, name, to: "null"))
      #expect(whereNull == (field.isNullable ? nil : ValidationError(at: path, "must not be null")))
      #expect(
        try event.validationError(inData: Self.replacingMember(example, name, to: "[{}]"))?.path.hasPrefix(path) == true
      )
    }
    let more = ValidationError(at: ".more", "is not declared or occurs twice")
    #expect(try event.validationError(inData: Self.replacingMember(example, "more", to: "1")) == more)
  }

  /// Returns the object with another value for a member, which moves to the end, or without the member if `value` is
  /// nil.
  private static func replacingMember(_ object: JSONValue, _ member: String, to value: String?) throws -> JSONValue {
    var json = JSONWriter()
    json.object { json in
      for (name, value) in object.members where name != member {
        json.key(name)
        json.raw(value.encoded)
      }
      if let value {
        json.key(member)
        json.raw(Array(value.utf8))
      }
    }
    return try JSONDocument(json.bytes).root
  }
}
