import Domain
import EventStore
import MovieNightPrimitives

/// Limits how much each household records: a token bucket for each, which holds a day's worth and refills evenly.
///
/// A bucket is stored as the time at which it will be full again. One that is full needs no entry, so the table holds only
/// the households that have recorded something lately.
struct RecordingQuota {
  /// What was taken from a household's bucket, so that it can be given back.
  struct Charge: Equatable, Sendable {
    let household: HouseholdID
    /// How long it takes to refill.
    let microseconds: Int64
  }

  private let microsecondsPerByte: Double
  private var fullAt: [HouseholdID: Timestamp] = [:]
  /// With so many entries, those of full buckets are removed.
  private var sweepsAt = Self.fewestEntriesToSweep

  private static let fewestEntriesToSweep = 1024
  private static let dayMicroseconds = Timestamp.secondsPerDay * 1_000_000
  /// No command is so large that it would take longer to refill, whatever the quota.
  private static let longestRefill: Int64 = 1000 * dayMicroseconds

  /// - Parameter bytesPerDay: what a bucket holds.
  init(bytesPerDay: Int) {
    microsecondsPerByte = Double(Self.dayMicroseconds) / Double(max(1, bytesPerDay))
  }

  /// How many buckets are not known to be full.
  var entryCount: Int { fullAt.count }

  /// The milliseconds until a household may record again; nil where it may now. One command may take more than is left, and
  /// no further one before that is refilled.
  func wait(of household: HouseholdID, at now: Timestamp) -> Int? {
    guard let fullAt = fullAt[household] else { return nil }
    let missing = fullAt.microseconds - now.microseconds - Self.dayMicroseconds
    return missing < 0 ? nil : Int(missing / 1000 + 1)
  }

  /// Takes bytes out of a household's bucket.
  mutating func charge(_ bytes: Int, to household: HouseholdID, at now: Timestamp) -> Charge {
    let exact = (Double(bytes) * microsecondsPerByte).rounded(.up)
    let microseconds = exact < Double(Self.longestRefill) ? Int64(exact) : Self.longestRefill
    let start = max(fullAt[household] ?? now, now)
    // What is over the bucket's size by more than that is forgiven: it could not be waited for anyway.
    let latest = now.microseconds + Self.dayMicroseconds + Self.longestRefill
    fullAt[household] = Timestamp(microseconds: min(start.microseconds + microseconds, latest))
    sweep(at: now)
    return Charge(household: household, microseconds: microseconds)
  }

  /// Gives back what was not recorded after all.
  mutating func refund(_ charge: Charge) {
    guard let known = fullAt[charge.household] else { return }
    fullAt[charge.household] = Timestamp(microseconds: known.microseconds - charge.microseconds)
  }

  private mutating func sweep(at now: Timestamp) {
    guard fullAt.count >= sweepsAt else { return }
    fullAt = fullAt.filter { $0.value > now }
    sweepsAt = max(Self.fewestEntriesToSweep, 2 * fullAt.count)
  }
}

/// A household has used up its quota, and the command would record more.
struct TooMuchRecorded: Error {
  let retryAfterMilliseconds: Int
}

// MARK: - What counts

extension CommandAppend {
  /// About how many bytes a store records of it: events with their metadata, texts, and a receipt where it has an id. Nothing
  /// where it changes nothing and has none.
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
  /// The same of an event that another server recorded.
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
  /// As JSON, with the names of its members.
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
