import Domain
import EventStore
import MovieNightPrimitives

/// A row of a read model: a pure fold of the events of a stream, or of those events that concern one item.
///
/// Equal sequences of events must give equal values and equal bytes, so a fold reads no clock, and keeps ordered data
/// in arrays. A row belongs to one stream forever, but its partition key need not be the stream's id.
public protocol Projection: Sendable, Equatable {
  /// The events of the stream's category.
  associatedtype DomainEvent: AreaEvent

  /// The read model's name in the store and on the command line.
  static var name: String { get }
  /// The version of the fold and document format. If it increases, a starting program rebuilds the rows first.
  static var version: Int { get }
  /// Whether the rows of a partition can be listed in the order of their sort keys, the greatest first.
  static var isListed: Bool { get }
  /// Whether a row's sort key can change, or a row of `onlyRow` can end, so that events that are not folded can change
  /// a list.
  static var movesInList: Bool { get }
  /// Whether all rows can be listed page by page, in the order of their keys.
  static var isEnumerated: Bool { get }

  /// Returns the rows that `domainEvent` creates, changes or ends. The result depends only on the event, so that other
  /// rows need no lookup and keep their positions.
  static func rows(touchedBy domainEvent: DomainEvent, _ envelope: EventEnvelope) -> TouchedRows
  /// Returns the stream's only row; nil if a stream may have several.
  static func onlyRow(of stream: StreamID, _ owner: OwnerID) -> RowKey?

  /// Applies an event to `row`, which is nil if no row with `key` exists. If this throws, `row` is unchanged.
  static func fold(_ row: inout Self?, _ key: RowKey, _ domainEvent: DomainEvent, _ envelope: EventEnvelope)
    throws(FoldError)

  var key: RowKey { get }
  /// The household that the row belongs to.
  var owner: OwnerID { get }
  /// The row's sort key in its partition; nil unless the read model is listed.
  var sortKey: SortKey? { get }
  /// The approximate bytes held beside the value's own size. Called after every fold, so it must take bounded time.
  var heldBytes: Int { get }

  /// Decodes a document that `writeMembers` has written.
  init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError)
  /// Writes the members of the document's object. Must always write all of them, in the same order.
  func writeMembers(to json: inout JSONWriter)
}

/// The effect of an event on a row.
public enum TouchedRow: Equatable, Sendable {
  /// The row is created. If it exists nevertheless, it is replaced without being read.
  case made(RowKey)
  /// The row is changed, or created if it does not exist, so the fold needs its current value.
  case changed(RowKey)
  /// The row ends, so that it no longer exists.
  case ended(RowKey)

  var key: RowKey {
    switch self {
    case .made(let key), .changed(let key), .ended(let key): key
    }
  }

  var isMade: Bool { if case .made = self { true } else { false } }
}

/// The rows that an event touches, without duplicates.
public enum TouchedRows: Equatable, Sendable {
  case none
  // This is the most common case, and needs no array.
  case one(TouchedRow)
  case several([TouchedRow])
}

/// A read model with one row per stream, which exists from the first event on and never ends.
public protocol StreamProjection: Projection {
  /// Whether `domainEvent` can change the row. Must be true for the first event of a stream.
  static func reads(_ domainEvent: DomainEvent) -> Bool
  static func key(of stream: StreamID, _ owner: OwnerID) -> RowKey

  init(first domainEvent: DomainEvent, _ envelope: EventEnvelope) throws(FoldError)
  /// Applies the next event for which `reads` is true. If the function throws, the row is unchanged.
  mutating func fold(_ domainEvent: DomainEvent, _ envelope: EventEnvelope) throws(FoldError)
}

extension Projection {
  /// The category of the streams that the projection folds.
  public static var category: String { DomainEvent.category }
  public static var isListed: Bool { false }
  public static var movesInList: Bool { false }
  public static var isEnumerated: Bool { false }
  public static func onlyRow(of stream: StreamID, _ owner: OwnerID) -> RowKey? { nil }
  public var sortKey: SortKey? { nil }

  func row(at position: Position) -> Row {
    let json = JSONWriter.object(reserving: 1024) { writeMembers(to: &$0) }
    return Row(key: key, owner: owner, sortKey: sortKey, position: position, document: json.bytes)
  }

  init(row: Row) throws(JSONError) {
    try self.init(json: JSONDocument(stored: row.document).root, key: row.key, owner: row.owner)
  }
}

extension StreamProjection {
  public static func key(of stream: StreamID, _ owner: OwnerID) -> RowKey { RowKey(stream.id) }
  public static func onlyRow(of stream: StreamID, _ owner: OwnerID) -> RowKey? { key(of: stream, owner) }

  @inline(__always)
  public static func rows(touchedBy domainEvent: DomainEvent, _ envelope: EventEnvelope) -> TouchedRows {
    guard reads(domainEvent) else { return .none }
    let key = key(of: envelope.stream, envelope.owner)
    return .one(envelope.revision == 0 ? .made(key) : .changed(key))
  }

  @inline(__always)
  public static func fold(
    _ row: inout Self?, _ key: RowKey, _ domainEvent: DomainEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    if envelope.revision == 0 {
      row = try Self(first: domainEvent, envelope)
    } else if row != nil {
      try row?.fold(domainEvent, envelope)
    } else {
      throw .missingRow(key)
    }
  }
}

/// The metadata of an event. A fold may use nothing else besides the event's content.
public struct EventEnvelope: Sendable {
  public let position: Position
  public let stream: StreamID
  public let owner: OwnerID
  public let revision: Revision
  public let recordedAt: Timestamp

  public init(_ event: RecordedEvent) {
    position = event.position
    stream = event.stream
    owner = event.owner
    revision = event.revision
    recordedAt = event.recordedAt
  }
}

/// An event cast to its area's type, or the reason why it cannot be read.
package enum TypedEvent<DomainEvent: AreaEvent> {
  case domainEvent(DomainEvent)
  case unreadable(reason: String)
}

extension DecodedEvent {
  /// Casts the event to its area's type. Done once for all tables of the area, because it costs as much as a fold.
  package func domainEvent<DomainEvent: AreaEvent>(of area: DomainEvent.Type) -> TypedEvent<DomainEvent> {
    switch event {
    case .failure(let error): .unreadable(reason: "\(error)")
    case .success(let event):
      if let domainEvent = event.domainEvent as? DomainEvent {
        .domainEvent(domainEvent)
      } else {
        .unreadable(reason: "\(event.payload.typeName) does not belong in the stream \(envelope.stream)")
      }
    }
  }
}

extension EventPayload {
  var typeName: String { Self.type }
}

/// An event that is decoded once for all projections, or the error of decoding it.
package struct DecodedEvent: Sendable {
  package let envelope: EventEnvelope
  let event: Result<Event, EventError>

  init(_ recorded: RecordedEvent, _ schema: EventSchema, known: Event? = nil) {
    envelope = EventEnvelope(recorded)
    if let known {
      event = .success(known)
      return
    }
    do {
      event = .success(
        try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data))
    } catch {
      event = .failure(error)
    }
  }
}

/// The reason why a fold cannot read a well-formed event.
public enum FoldError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The stream begins with a wrong event, or begins twice.
  case outOfPlace
  /// The stream has earlier events, but the row is missing.
  case missingRow(RowKey)
  /// The event names a movie that is not in the round.
  case unknownMovie(MovieID)
  /// The event names someone who is not a member.
  case unknownMember(MemberID)

  public var description: String {
    switch self {
    case .outOfPlace: "the event is out of order in its stream"
    case .missingRow(let key): "the row \(key) is missing, but its stream has earlier events"
    case .unknownMovie(let id): "movie \(id) is not in the round"
    case .unknownMember(let id): "\(id) is not a member"
    }
  }
}

// MARK: - Times in rows

/// A time as rows store it: in microseconds, not as text, because programs read rows far more often than people.
package struct RowTime: FieldValue {
  package static let shape = FieldShape.integer()
  package let time: Timestamp

  package init(_ time: Timestamp) { self.time = time }

  package static func decode(_ json: JSONValue) throws(JSONError) -> RowTime {
    let time = Timestamp(microseconds: Int64(try Int.decode(json)))
    guard Timestamp.inText.contains(time) else { throw JSONError(.wrongType(expected: "a time")) }
    return RowTime(time)
  }

  package func write(to json: inout JSONWriter) { json.integer(Int(time.microseconds)) }
}

extension Field where Value == Timestamp {
  package init(_ name: StaticString, time: @escaping @Sendable (Object) -> Timestamp) {
    self.init(name, { RowTime(time($0)) }, \.time)
  }
}

extension Field where Value == Timestamp? {
  package init(_ name: StaticString, time: @escaping @Sendable (Object) -> Timestamp?) {
    self.init(name, { time($0).map(RowTime.init) }, { $0?.time })
  }
}

extension JSONWriter {
  package mutating func field(_ name: StaticString, moment: Timestamp?) { field(name, moment.map(RowTime.init)) }
}

extension JSONValue {
  package func moment(_ name: StaticString) throws(JSONError) -> Timestamp { try (value(name) as RowTime).time }

  package func optionalMoment(_ name: StaticString) throws(JSONError) -> Timestamp? {
    try (optional(name) as RowTime?)?.time
  }

  package func revision(_ name: StaticString) throws(JSONError) -> Revision {
    let revision = try integer(name)
    guard revision >= 0 else { throw JSONError(.wrongType(expected: "a revision"), field: "\(name)") }
    return revision
  }
}
