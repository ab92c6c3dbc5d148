import Domain
import EventStore
import MovieNightPrimitives

/// A row of a read model as a value: the pure fold of one stream's events, or of those that concern one item of it.
///
/// Equal event sequences give equal values, and equal values equal bytes: a fold reads no clock, and what it keeps in
/// order is kept in arrays. A row belongs to one stream for ever; what it is kept with, its shelf, may be something else.
public protocol Projection: Sendable, Equatable {
  /// What a stream of its category consists of.
  associatedtype Fact: AreaEvent

  /// The read model's name in the store and on the command line.
  static var name: String { get }
  /// Raised when the fold or the document changes, which rebuilds the rows before the program is ready.
  static var version: Int { get }
  /// Whether a shelf's rows are listed by their places, the greatest first.
  static var isListed: Bool { get }
  /// Whether somebody goes through all rows, page by page in the order of their keys.
  static var isEnumerated: Bool { get }

  /// Which rows `fact` makes, changes or ends. It follows from the event alone. What touches none costs no look-up, and
  /// leaves the rows' positions alone.
  static func rows(touchedBy fact: Fact, _ envelope: EventEnvelope) -> TouchedRows
  /// The one row that a stream has; nil where it may have several.
  static func onlyRow(of stream: StreamID, _ owner: OwnerID) -> RowKey?

  /// Makes or changes the row with `key`; it is nil where there is none. When it throws, the row is as it was.
  static func fold(_ row: inout Self?, _ key: RowKey, _ fact: Fact, _ envelope: EventEnvelope) throws(FoldError)

  var key: RowKey { get }
  /// The household that it belongs to.
  var owner: OwnerID { get }
  /// Where it stands in its shelf's list; nil unless the read model is listed.
  var place: RowPlace? { get }
  /// About how many bytes it holds beside its own size. Called after every fold, so it walks over nothing without a limit.
  var heldBytes: Int { get }

  /// Reads the members that `writeMembers` wrote.
  init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError)
  /// Writes the members of the document's object, always all of them and in the same order.
  func writeMembers(to json: inout JSONWriter)
}

/// What an event does to a row.
public enum TouchedRow: Equatable, Sendable {
  /// There was none. Whatever there is all the same is replaced, unseen.
  case made(RowKey)
  /// There may be one, which the fold must know.
  case changed(RowKey)
  /// From now on there is none.
  case ended(RowKey)

  var key: RowKey {
    switch self {
    case .made(let key), .changed(let key), .ended(let key): key
    }
  }

  var isMade: Bool { if case .made = self { true } else { false } }
}

/// The rows that an event touches, each once.
public enum TouchedRows: Equatable, Sendable {
  case none
  // Of nearly every event, so it costs no array.
  case one(TouchedRow)
  case several([TouchedRow])
}

/// A read model with one row a stream: it is there from the first event on, and never ends.
public protocol StreamProjection: Projection {
  /// Whether the row can change by `fact`. The first event of a stream must be read.
  static func reads(_ fact: Fact) -> Bool
  static func key(of stream: StreamID, _ owner: OwnerID) -> RowKey

  /// The row after the first event of its stream.
  init(first fact: Fact, _ envelope: EventEnvelope) throws(FoldError)
  /// Changes the row by the next event that it reads. When it throws, the row is as it was.
  mutating func fold(_ fact: Fact, _ envelope: EventEnvelope) throws(FoldError)
}

extension Projection {
  /// The category of the streams that it folds.
  public static var category: String { Fact.category }
  public static var isListed: Bool { false }
  public static var isEnumerated: Bool { false }
  public static func onlyRow(of stream: StreamID, _ owner: OwnerID) -> RowKey? { nil }
  public var place: RowPlace? { nil }

  /// The row as it is stored after the event at `position`.
  func row(at position: Position) -> Row {
    var json = JSONWriter(reserving: 1024)
    json.object { writeMembers(to: &$0) }
    return Row(key: key, owner: owner, place: place, position: position, document: json.bytes)
  }

  /// The value that `row(at:)` stored.
  init(row: Row) throws(JSONError) {
    try self.init(json: JSONDocument(stored: row.document).root, key: row.key, owner: row.owner)
  }
}

extension StreamProjection {
  public static func key(of stream: StreamID, _ owner: OwnerID) -> RowKey { RowKey(stream.id) }
  public static func onlyRow(of stream: StreamID, _ owner: OwnerID) -> RowKey? { key(of: stream, owner) }

  @inline(__always)
  public static func rows(touchedBy fact: Fact, _ envelope: EventEnvelope) -> TouchedRows {
    guard reads(fact) else { return .none }
    let key = key(of: envelope.stream, envelope.owner)
    return .one(envelope.revision == 0 ? .made(key) : .changed(key))
  }

  @inline(__always)
  public static func fold(
    _ row: inout Self?, _ key: RowKey, _ fact: Fact, _ envelope: EventEnvelope
  ) throws(FoldError) {
    if envelope.revision == 0 {
      row = try Self(first: fact, envelope)
    } else if row != nil {
      try row?.fold(fact, envelope)
    } else {
      throw .missingRow(key)
    }
  }
}

/// Where and when an event was recorded: all of it that a fold may use beside what it says.
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

/// What an event says to its area, or why that cannot be read.
package enum ReadFact<Fact: AreaEvent> {
  case fact(Fact)
  case unreadable(reason: String)
}

extension DecodedEvent {
  /// The event as one of an area's. Asked once for all the area's tables: finding out its type costs as much as a fold.
  package func fact<Fact: AreaEvent>(of area: Fact.Type) -> ReadFact<Fact> {
    switch event {
    case .failure(let error): .unreadable(reason: "\(error)")
    case .success(let event):
      if let fact = event.fact as? Fact {
        .fact(fact)
      } else {
        .unreadable(reason: "\(event.payload.typeName) cannot stand in the stream \(envelope.stream)")
      }
    }
  }
}

extension EventPayload {
  var typeName: String { Self.type }
}

/// An event that was read once for all projections, or why it could not be.
package struct DecodedEvent: Sendable {
  package let envelope: EventEnvelope
  let event: Result<Event, EventError>

  /// - Parameter known: what the event says, where the one who recorded it tells.
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

/// Why a fold cannot read an event that is well-formed in itself.
public enum FoldError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A stream that begins with another event than its kind does, or begins twice.
  case outOfPlace
  /// Its stream has earlier events, and there is no row of them.
  case missingRow(RowKey)
  /// It names a movie that is not in the round.
  case unknownMovie(MovieID)
  /// It names someone who is no member.
  case unknownMember(MemberID)

  public var description: String {
    switch self {
    case .outOfPlace: "the event cannot stand at this place of its stream"
    case .missingRow(let key): "the row \(key) is missing, though its stream has earlier events"
    case .unknownMovie(let id): "movie \(id) is not in the round"
    case .unknownMember(let id): "\(id) is no member"
    }
  }
}

// MARK: - Times in rows

/// A time as rows store it: microseconds, because rows are written and read far more often by programs than by people.
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
