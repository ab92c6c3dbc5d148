import Foundation
import MovieNightKit
import MovieNightPrimitives
import TestSupport
import Testing

@testable import MovieNightKit

import struct Domain.EventSchema

/// Decoding the payloads of events.
struct EventPayloadTests {
  /// A stored example of each version of each type.
  struct Example: CustomTestStringConvertible, Sendable {
    let type: String
    let version: Int
    let data: String

    var testDescription: String { "\(type) \(version)" }

    static let all: [Example] = {
      let folder = "Tests/DomainTests/Fixtures/events"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(Project.root.path)/\(folder)")) ?? []
      return names.sorted().compactMap { name in
        let parts = name.split(separator: ".")
        guard parts.count == 3, let version = Int(parts[1].dropFirst()),
          let text = try? Project.text("\(folder)/\(name)")
        else { return nil }
        return Example(type: String(parts[0]), version: version, data: text)
      }
    }()
  }

  private func event(_ type: String, _ data: String) throws -> Event {
    let metadata = #"{"actor":null,"acting_as":null,"command_id":null}"#
    let json =
      #"{"position":1,"stream":"s","revision":0,"type":"\#(type)","version":1,"recorded_at":"2026-02-14T20:00:00Z","#
      + #""data":\#(data),"metadata":\#(metadata)}"#
    return try JSONDocument(json).root.decoded()
  }

  @Test func over50EventExamplesAreStored() { #expect(Example.all.count > 50) }

  @Test(arguments: Example.all) func storedEventIsDecodedInFull(example: Example) throws {
    let payload = try #require(try event(example.type, example.data).payload)
    if case .other = payload { Issue.record("\(example.type) is not known, or not read") }
    // The case is named after the type, and its value holds all members of the data.
    let (name, value) = try #require(Mirror(reflecting: payload).children.first.map { ($0.label, $0.value) })
    #expect(name?.lowercased() == example.type.lowercased())
    guard let value = value as? any Encodable else {
      Issue.record("\(example.type) cannot be encoded")
      return
    }
    let encoded = try JSONEncoder().encode(value)
    let (read, data) = (try members(String(decoding: encoded, as: UTF8.self)), try members(example.data))
    #expect(read == data)
  }

  /// Returns the members of an object without nulls.
  private func members(_ text: String) throws -> [String: NSObject] {
    try #require(try withoutNulls(text) as? [String: NSObject])
  }

  @Test func unknownPayloadIsKeptAsJSON() throws {
    for (type, data) in [("MoonLanded", #"{"on":"sea"}"#), ("VoteCast", #"{"vote":"up"}"#)] {
      guard case .other(let name, let object)? = try event(type, data).payload else {
        Issue.record("\(type) is known")
        continue
      }
      #expect(name == type && object.description == data)
    }
  }

  @Test func hiddenPayloadIsNil() throws { #expect(try event("VoteCast", "null").payload == nil) }

  @Test func votePayloadNamesMemberMovieAndVote() throws {
    let member = "01890a5d-ac96-774b-bcce-b302099a8057"
    let data = #"{"member_id":"\#(member)","tmdb_movie_id":7,"vote":"sideways"}"#
    guard case .voteCast(let cast)? = try event("VoteCast", data).payload else {
      Issue.record("it is a vote")
      return
    }
    #expect(cast.memberID.description == member && cast.tmdbMovieID == 7 && cast.vote == Vote(rawValue: "sideways"))
  }
}
