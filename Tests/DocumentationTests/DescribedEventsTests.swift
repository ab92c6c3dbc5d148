import Domain
import MovieNightPrimitives
import TestSupport
import Testing
import WireProtocol

@testable import Server

/// What programs are told of events is what is recorded of them.
@Suite struct DescribedEventsTests {
  private static let events = MethodTable.current.description.events

  @Test func everyTypeIsDescribedInTheOrderOfTheSchema() {
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

  /// The stored example of the version that is written today; and it is not without one of its members, or with one more.
  @Test(arguments: EventSchema.current.payloads.map { $0.type })
  func whatIsStoredIsAsDescribed(type: String) throws {
    let event = try #require(Self.events.first { $0.name == type })
    let stored = try Project.text("Tests/DomainTests/Fixtures/events/\(type).v\(event.version).json")
    let example = try JSONDocument(stored).root
    #expect(event.fault(inData: example) == nil)
    for field in event.data.fields {
      let (name, path) = ("\(field.name)", ".\(field.name)")
      #expect(try event.fault(inData: Self.changed(example, name, to: nil)) == Fault(at: path, "is missing"))
      let whereNull = try event.fault(inData: Self.changed(example, name, to: "null"))
      #expect(whereNull == (field.isNullable ? nil : Fault(at: path, "must not be null")))
      #expect(try event.fault(inData: Self.changed(example, name, to: "[{}]"))?.path.hasPrefix(path) == true)
    }
    let more = Fault(at: ".more", "is not declared, or is there twice")
    #expect(try event.fault(inData: Self.changed(example, "more", to: "1")) == more)
  }

  /// The object with another value for a member, which stands at its end; nil takes it away.
  private static func changed(_ object: JSONValue, _ member: String, to value: String?) throws -> JSONValue {
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
