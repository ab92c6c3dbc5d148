import Domain
import EventStore
import MovieNightPrimitives

/// A limit on how much each household records. Each has a token bucket that holds a day's quota and refills evenly.
///
/// A bucket is stored as the time at which it will be full again. A full bucket needs no entry, so the table contains
/// only households that have recorded something recently.
struct RecordingQuota {
  /// An amount taken from a household's bucket, which can be given back.
  struct Charge: Equatable, Sendable {
    let household: HouseholdID
    /// The time that the bucket takes to refill by this amount.
    let microseconds: Int64
  }

  private let microsecondsPerByte: Double
  private(set) var fullAt: [HouseholdID: Timestamp] = [:]
  /// The number of entries at which the entries of full buckets are removed next.
  private var sweepThreshold = Self.minimumEntriesToSweep

  private static let minimumEntriesToSweep = 1024
  private static let dayMicroseconds = Timestamp.secondsPerDay * 1_000_000
  /// The longest refill time that a single command is charged, however small the quota is.
  private static let longestRefill: Int64 = 1000 * dayMicroseconds

  init(bytesPerDay: Int) {
    microsecondsPerByte = Double(Self.dayMicroseconds) / Double(max(1, bytesPerDay))
  }

  /// Returns the milliseconds until a household may record again; nil if it may record now. A command may take more
  /// than the bucket contains; the next command then waits until the excess is refilled.
  func wait(of household: HouseholdID, at now: Timestamp) -> Int? {
    guard let fullAt = fullAt[household] else { return nil }
    let missing = fullAt.microseconds - now.microseconds - Self.dayMicroseconds
    return missing < 0 ? nil : Int(missing / 1000 + 1)
  }

  mutating func charge(_ bytes: Int, to household: HouseholdID, at now: Timestamp) -> Charge {
    let exact = (Double(bytes) * microsecondsPerByte).rounded(.up)
    let microseconds = exact < Double(Self.longestRefill) ? Int64(exact) : Self.longestRefill
    let start = max(fullAt[household] ?? now, now)
    // A debt beyond this is forgiven, because no household can wait for so long.
    let latest = now.microseconds + Self.dayMicroseconds + Self.longestRefill
    fullAt[household] = Timestamp(microseconds: min(start.microseconds + microseconds, latest))
    sweep(at: now)
    return Charge(household: household, microseconds: microseconds)
  }

  mutating func refund(_ charge: Charge) {
    guard let known = fullAt[charge.household] else { return }
    fullAt[charge.household] = Timestamp(microseconds: known.microseconds - charge.microseconds)
  }

  private mutating func sweep(at now: Timestamp) {
    guard fullAt.count >= sweepThreshold else { return }
    fullAt = fullAt.filter { $0.value > now }
    sweepThreshold = max(Self.minimumEntriesToSweep, 2 * fullAt.count)
  }
}

struct QuotaExceeded: Error {
  let retryAfterMilliseconds: Int
}

// MARK: - Recorded sizes

extension CommandAppend {
  /// The approximate number of bytes that a store records for this append: its events with their metadata, its texts,
  /// and a receipt if the command has an id. The size is zero if the append changes nothing and its command has no id.
  var recordedBytes: Int {
    let metadata = metadata.recordedBytes
    let receipt = self.metadata.command == nil ? 0 : RecordedSizes.receipt
    let events = streams.reduce(0) { total, append in
      append.events.reduce(total) { $0 + $1.recordedBytes + append.stream.recordedBytes + metadata }
    }
    return texts.reduce(events + receipt) { $0 + $1.recordedBytes }
  }
}

extension RecordedEvent {
  /// The approximate number of bytes that a store records for this event, which another server has recorded.
  var recordedBytes: Int {
    RecordedSizes.event + data.count + type.utf8.count + stream.recordedBytes + metadata.recordedBytes
  }
}

extension NewEvent {
  fileprivate var recordedBytes: Int { RecordedSizes.event + data.count + type.utf8.count }
}

extension PersonalTextChange {
  fileprivate var recordedBytes: Int {
    switch self {
    case .put(let text): RecordedSizes.text + text.value.count
    case .delete: RecordedSizes.text
    }
  }
}

extension StreamID {
  fileprivate var recordedBytes: Int { category.utf8.count + RecordedSizes.id }
}

extension EventMetadata {
  /// The approximate size as JSON, including the names of the members.
  fileprivate var recordedBytes: Int {
    (actor == nil ? 0 : RecordedSizes.id + 10) + (actingAs == nil ? 0 : RecordedSizes.id + 14)
      + (command == nil ? 0 : RecordedSizes.id + 50)
  }
}

/// The approximate numbers of bytes that a store needs for data of fixed size.
private enum RecordedSizes {
  /// An id as text, with a separator or quotation marks.
  static let id = 38
  /// An event without its type, data, stream and metadata: its numbers, its owner, its checksum and its index entries.
  static let event = 96
  static let receipt = 128
  static let text = 96
}
