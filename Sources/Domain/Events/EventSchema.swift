import MovieNightPrimitives

/// All event types, with the upcasters that convert their older versions.
public struct EventSchema: Sendable {
  /// Converts an event's data from one version to the next.
  public typealias Upcaster = @Sendable (JSONValue) throws(JSONError) -> [UInt8]

  private struct KnownType: Sendable {
    let type: EventType
    /// The upcasters in order, starting with the one from version 1 to version 2.
    let upcasters: [Upcaster]

    var newestVersion: Int { max(type.payload.version, upcasters.count + 1) }
  }

  /// The payloads of all event types, in the order of `docs/events.md`.
  public let payloads: [any EventPayload.Type]
  package let areas: [any AreaEvent.Type]
  private let types: [String: KnownType]

  /// - Precondition: No two areas share an event type or a category.
  public init(areas: [any AreaEvent.Type]) { self.init(areas: areas, upcasters: areas.map { $0.upcasters }) }

  init(areas: [any AreaEvent.Type], upcasters: [[String: [Upcaster]]]) {
    precondition(Set(areas.map { $0.category }).count == areas.count, "two areas have the same category of streams")
    self.areas = areas
    payloads = areas.flatMap { $0.types.map(\.payload) }
    types = Dictionary(
      uniqueKeysWithValues: zip(areas, upcasters).flatMap { area, upcasters in
        area.types.map { ($0.payload.type, KnownType(type: $0, upcasters: upcasters[$0.payload.type] ?? [])) }
      })
  }

  /// The schema with all areas of this program. No other code lists the areas' events.
  public static let current = EventSchema(areas: [
    HouseholdEvent.self, RoundEvent.self, LibraryEvent.self, CollectionEvent.self, GuideEvent.self,
  ])

  public func payload(ofType type: String) -> (any EventPayload.Type)? { types[type]?.type.payload }

  /// Returns the audience for the data of an event type; `nobody` if the type is unknown.
  public func audience(ofType type: String) -> Audience { payload(ofType: type)?.audience ?? .nobody }

  /// Returns the members that are missing in old data of the type, because a later version added them.
  public func lateFields(ofType type: String) -> Set<String> {
    var bytes = Array("{}".utf8)
    for upcast in types[type]?.upcasters ?? [] {
      // An upcaster that adds no member may throw, because it reads members that this empty object lacks.
      if let document = try? JSONDocument(stored: bytes), let after = try? upcast(document.root) { bytes = after }
    }
    return Set((try? JSONDocument(stored: bytes))?.root.members.map { $0.name } ?? [])
  }

  /// Decodes a stored event, after converting its data to the current version.
  public func decode(type: String, version: Int, data: [UInt8]) throws(EventError) -> Event {
    func failure(_ reason: EventError.Reason) -> EventError { EventError(type: type, version: version, reason: reason) }
    guard let known = types[type] else { throw failure(.unknownType) }
    let newest = known.newestVersion
    guard (1...newest).contains(version) else { throw failure(.unknownVersion(newest: newest)) }
    do throws(JSONError) {
      var document = try JSONDocument(stored: data)
      if version < newest {
        for upcast in known.upcasters.dropFirst(version - 1) {
          document = try JSONDocument(stored: upcast(document.root))
        }
      }
      return try known.type.read(document.root)
    } catch {
      throw failure(.unreadable(error))
    }
  }
}

extension JSONValue {
  /// Returns the object with `member` replaced, or added at the end if the object lacks it. For use in upcasters.
  func replacing(_ member: String, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.object { json in
      for (name, value) in members where name != member {
        json.key(name)
        json.raw(value.encoded)
      }
      write(&json)
    }.bytes
  }
}

/// The reason why an event cannot be read.
public struct EventError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The part of the event that this program does not understand.
  public enum Reason: Equatable, Sendable {
    case unknownType
    case unknownVersion(newest: Int)
    case unreadable(JSONError)
    /// The event's type belongs in streams of this category, but the event is in a stream of another one.
    case misplaced(category: String)
  }

  public let type: String
  /// The version with which the event was recorded.
  public let version: Int
  public let reason: Reason

  public init(type: String, version: Int, reason: Reason) {
    self.type = type
    self.version = version
    self.reason = reason
  }

  public var description: String {
    switch reason {
    case .unknownType: "\(type) is not an event type that this version knows"
    case .unknownVersion(let newest):
      "\(type) has version \(version), but this program reads versions up to \(newest)"
    case .unreadable(let error): "\(type) version \(version): \(error)"
    case .misplaced(let category): "\(type) does not belong in a stream \(category)-…"
    }
  }
}
