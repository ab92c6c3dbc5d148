import Domain
import EventStore
import MovieNightPrimitives

/// Limits how much each household records, by a token bucket that holds a day's worth and refills evenly.
///
/// A bucket is stored as the time at which it will be full again. A full one needs no entry, so the table holds only the
/// households that have recorded something lately.
struct RecordingQuota {
  /// An amount taken from a household's bucket, which can be given back.
  struct Charge: Equatable, Sendable {
    let household: HouseholdID
    /// The time that it takes to refill.
    let microseconds: Int64
  }

  private let microsecondsPerByte: Double
  private var fullAt: [HouseholdID: Timestamp] = [:]
  /// The number of entries at which those of full buckets are removed.
  private var sweepsAt = Self.minimumEntriesToSweep

  private static let minimumEntriesToSweep = 1024
  private static let dayMicroseconds = Timestamp.secondsPerDay * 1_000_000
  /// The longest refill that one command is charged, whatever the quota.
  private static let longestRefill: Int64 = 1000 * dayMicroseconds

  init(bytesPerDay: Int) {
    microsecondsPerByte = Double(Self.dayMicroseconds) / Double(max(1, bytesPerDay))
  }

  var entryCount: Int { fullAt.count }

  /// The milliseconds until a household may record again; nil if it may now. One command may take more than is left; the next
  /// one waits until that is refilled.
  func wait(of household: HouseholdID, at now: Timestamp) -> Int? {
    guard let fullAt = fullAt[household] else { return nil }
    let missing = fullAt.microseconds - now.microseconds - Self.dayMicroseconds
    return missing < 0 ? nil : Int(missing / 1000 + 1)
  }

  mutating func charge(_ bytes: Int, to household: HouseholdID, at now: Timestamp) -> Charge {
    let exact = (Double(bytes) * microsecondsPerByte).rounded(.up)
    let microseconds = exact < Double(Self.longestRefill) ? Int64(exact) : Self.longestRefill
    let start = max(fullAt[household] ?? now, now)
    // Debts beyond this are forgiven, because waiting for their end is not practical.
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
    guard fullAt.count >= sweepsAt else { return }
    fullAt = fullAt.filter { $0.value > now }
    sweepsAt = max(Self.minimumEntriesToSweep, 2 * fullAt.count)
  }
}

struct TooMuchRecorded: Error {
  let retryAfterMilliseconds: Int
}

// MARK: - What counts

extension CommandAppend {
  /// About how many bytes a store records of it: events with their metadata, texts, and a receipt if it has an id; zero if it
  /// changes nothing and has none.
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
  /// The same for an event that another server recorded.
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
  /// As JSON, including the names of its members.
  fileprivate var recordedBytes: Int {
    (actor == nil ? 0 : RecordedSizes.id + 10) + (actingAs == nil ? 0 : RecordedSizes.id + 14)
      + (command == nil ? 0 : RecordedSizes.id + 50)
  }
}

/// About how many bytes a store takes for things of a fixed size.
private enum RecordedSizes {
  /// An id as text, with a separator or quotation marks.
  static let id = 38
  /// The numbers of an event, its owner, its checksum, and its place in the indexes.
  static let event = 96
  static let receipt = 128
  static let text = 96
}
