import Foundation
import MovieNightKit
import MovieNightPrimitives

// Conversions between the types of Foundation and of MovieNightKit, which does not import Foundation.

extension Date {
  /// Creates the date of a timestamp, with the precision of a `Double`.
  public init(_ timestamp: Timestamp) { self.init(timeIntervalSince1970: Double(timestamp.microseconds) / 1_000_000) }
}

extension Timestamp {
  /// Creates the timestamp of a date, rounded to microseconds; nil if the number of microseconds overflows.
  public init?(_ date: Date) {
    guard let microseconds = Int64(exactly: (date.timeIntervalSince1970 * 1_000_000).rounded()) else { return nil }
    self.init(microseconds: microseconds)
  }
}

extension DateComponents {
  /// Creates components with the year, month and day of a date in the Gregorian calendar.
  public init(_ date: CalendarDate) {
    self.init(calendar: Calendar(identifier: .gregorian), year: date.year, month: date.month, day: date.day)
  }
}

extension UUID {
  /// Creates the UUID of an id of any kind.
  public init<Kind>(_ id: Identifier<Kind>) {
    let bytes = id.bytes
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Identifier {
  /// Creates the id with that UUID, of the kind that the type specifies.
  public init(_ uuid: UUID) {
    let (high, low) = withUnsafeBytes(of: uuid.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }
}

extension ImageURLs {
  /// Returns the image's address in one size, as in `movie.posterURLs?.url(\.card)`; nil without a valid address.
  public func url(_ size: KeyPath<ImageURLs, String>) -> URL? { URL(string: self[keyPath: size]) }
}

extension MovieDetails {
  /// The address of the trailer; nil if there is none, or if it is not a valid URL.
  public var trailer: URL? { trailerURL.flatMap(URL.init(string:)) }
}

/// Makes the `localizedDescription` of a client's error a sentence for people, without codes.
extension ClientError: LocalizedError {
  /// The description without the code and reason of a refusal.
  public var errorDescription: String? { message }
  /// Advice for the caller; nil if there is none.
  public var recoverySuggestion: String? { hint }
}
