import Foundation
import MovieNightKit
import MovieNightPrimitives

// Foundation's types from those of MovieNightKit, and back. MovieNightKit itself does not import Foundation.

extension Date {
  /// The moment of a timestamp, as exactly as a `Double` has it.
  public init(_ timestamp: Timestamp) { self.init(timeIntervalSince1970: Double(timestamp.microseconds) / 1_000_000) }
}

extension Timestamp {
  /// Nil for a date that is too far away to count its microseconds.
  public init?(_ date: Date) {
    guard let microseconds = Int64(exactly: (date.timeIntervalSince1970 * 1_000_000).rounded()) else { return nil }
    self.init(microseconds: microseconds)
  }
}

extension DateComponents {
  /// Year, month and day of the Gregorian calendar.
  public init(_ date: CalendarDate) {
    self.init(calendar: Calendar(identifier: .gregorian), year: date.year, month: date.month, day: date.day)
  }
}

extension UUID {
  /// The UUID of an id, whatever it is the id of.
  public init<Kind>(_ id: Identifier<Kind>) {
    let bytes = id.bytes
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Identifier {
  /// The id that a UUID is, of whatever kind the type says.
  public init(_ uuid: UUID) {
    let (high, low) = withUnsafeBytes(of: uuid.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }
}

extension ImageURLs {
  /// The address of one size: `movie.posterURLs?.url(\.card)`.
  ///
  /// - Returns: Nil if the server sent no valid address.
  public func url(_ size: KeyPath<ImageURLs, String>) -> URL? { URL(string: self[keyPath: size]) }
}

extension MovieDetails {
  /// The address of the trailer.
  public var trailer: URL? { trailerURL.flatMap(URL.init(string:)) }
}

/// With this module in an app, `localizedDescription` of any error of the client is its ``MovieNightKit/ClientError/description``.
extension ClientError: LocalizedError {
  /// What went wrong, as `localizedDescription` shows it.
  public var errorDescription: String? { description }
  /// What the app can do next; nil if nothing is known.
  public var recoverySuggestion: String? { hint }
}
