import Primitives

/// Every type of event there is, and how its older versions are read.
public struct EventSchema: Sendable {
  /// Rewrites the data of one version as data of the next.
  public typealias Upcaster = @Sendable (JSONValue) throws(JSONError) -> [UInt8]

  /// Upcasters by type, the first for version 1.
  private let upcasters: [String: [Upcaster]]

  /// - Parameter upcasters: by type; the first of a type makes version 2 of version 1.
  public init(upcasters: [String: [Upcaster]]) {
    self.upcasters = upcasters
  }

  /// The schema of this program.
  public static let current = EventSchema(upcasters: EventUpcasters.all)

  /// Every type, in the order of `docs/events.md`.
  public static let payloads: [any EventPayload.Type] =
    HouseholdEvent.payloads + RoundEvent.payloads + LibraryEvent.payloads

  private static let payloadsByType = Dictionary(uniqueKeysWithValues: payloads.map { ($0.type, $0) })

  /// The payload of a type; nil where the type is unknown.
  public static func payload(ofType type: String) -> (any EventPayload.Type)? { payloadsByType[type] }

  /// Who may read the data of a type; nobody, where the type is unknown.
  public static func audience(ofType type: String) -> Audience {
    payloadsByType[type]?.audience ?? .nobody
  }

  /// The event that was stored, read as its type is written today.
  public func decode(type: String, version: Int, data: [UInt8]) throws(EventError) -> Event {
    do {
      let document = try JSONDocument(data)
      if version == 1, upcasters[type] == nil { return try Event(type: type, json: document.root) }
      return try Event(type: type, json: try upcast(document, type: type, version: version).root)
    } catch let error as JSONError {
      throw EventError(type: type, version: version, reason: .unreadable(error))
    } catch let error as EventError {
      throw error
    } catch {
      throw EventError(type: type, version: version, reason: .unknownType)
    }
  }

  private func upcast(_ document: JSONDocument, type: String, version: Int) throws -> JSONDocument {
    guard let payload = Self.payloadsByType[type] else {
      throw EventError(type: type, version: version, reason: .unknownType)
    }
    let steps = upcasters[type] ?? []
    let written = max(payload.version, steps.count + 1)
    guard (1...written).contains(version) else {
      throw EventError(type: type, version: version, reason: .unknownVersion(newest: written))
    }
    return try steps.dropFirst(version - 1).reduce(document) { try JSONDocument($1($0.root)) }
  }
}

/// Why an event cannot be read.
public struct EventError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What of it this program does not know: the type, the version, or what the data says.
  public enum Reason: Equatable, Sendable {
    case unknownType
    case unknownVersion(newest: Int)
    case unreadable(JSONError)
  }

  public let type: String
  /// As it was recorded.
  public let version: Int
  public let reason: Reason

  public var description: String {
    switch reason {
    case .unknownType: "this program knows no event of type \(type)"
    case .unknownVersion(let newest):
      "\(type) has version \(version), and this program reads it up to version \(newest)"
    case .unreadable(let error): "\(type) version \(version): \(error)"
    }
  }
}
