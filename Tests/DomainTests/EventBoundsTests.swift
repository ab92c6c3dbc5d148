import Domain
import Foundation
import MovieNightPrimitives
import Testing

/// Decoding refuses values outside the declared bounds of an event's fields.
@Suite struct EventBoundsTests {
  private func decode(_ type: String, _ version: Int, replacing old: String, with new: String) throws -> Event {
    let file = Bundle.module.bundleURL.appending(path: "Fixtures/events/\(type).v\(version).json")
    let data = try String(contentsOf: file, encoding: .utf8)
    #expect(data.contains(old), "\(type) has \(old)")
    let changed = data.replacingOccurrences(of: old, with: new)
    return try EventSchema.current.decode(type: type, version: version, data: Array(changed.utf8))
  }

  private struct Bound: Sendable {
    let type: String
    let version: Int
    /// The key and value as they appear in the stored example.
    let member: String
    let field: String
    let allowed: [String]
    let refused: [String]
  }

  private static let extremes = ["9223372036854775807", "-9223372036854775808"]
  private static let farTime = "\"9999-12-31T23:59:59.999999Z\""

  private static let bounds: [Bound] = [
    Bound(
      type: "HouseholdSettingsSet", version: 1, member: #""voting_expiry_hours":48"#, field: "voting_expiry_hours",
      allowed: ["1", "8760"], refused: ["0", "8761"] + extremes),
    Bound(
      type: "HouseholdSettingsSet", version: 2, member: #""selected_expiry_days":10"#, field: "selected_expiry_days",
      allowed: ["1", "365"], refused: ["0", "366"] + extremes),
    Bound(
      type: "HouseholdSettingsSet", version: 2, member: #""rating_days":7"#, field: "rating_days",
      allowed: ["1", "365"], refused: ["0", "366"] + extremes),
    Bound(
      type: "HouseholdSettingsSet", version: 2, member: #""country":"US""#, field: "country",
      allowed: ["\"DE\""], refused: ["\"de\"", "\"\""]),
    Bound(
      type: "PreferencesSet", version: 1, member: #""max_content_rating":"PG-13""#, field: "max_content_rating",
      allowed: ["null", "\"R\""], refused: ["\"NC-17\""]),
    Bound(
      type: "PreferencesSet", version: 1, member: #""genre_likes":[18,35,878]"#, field: "genre_likes",
      allowed: ["[]", "[1,2]"], refused: ["[\((1...21).map { "\($0)" }.joined(separator: ","))]"]),
    Bound(
      type: "GuideShowSet", version: 1, member: #""service_id":337"#, field: "service_id",
      allowed: ["null", "1"], refused: ["0", "2147483648"] + extremes),
    Bound(
      type: "GuideShowSet", version: 1, member: #""buffer_days":30"#, field: "buffer_days",
      allowed: ["0", "60"], refused: ["-1", "61"] + extremes),
    Bound(
      type: "GuideShowSet", version: 1, member: #""shift_days":-1"#, field: "shift_days",
      allowed: ["-2", "2"], refused: ["-3", "3"] + extremes),
    Bound(
      type: "ReminderSet", version: 1, member: #""days_before":3"#, field: "days_before",
      allowed: ["0", "14"], refused: ["-1", "15"] + extremes),
  ]

  @Test func valueOutsideItsBoundsIsRefused() throws {
    for bound in Self.bounds {
      let name = bound.member.prefix { $0 != ":" }
      for value in bound.allowed {
        _ = try decode(bound.type, bound.version, replacing: bound.member, with: "\(name):\(value)")
      }
      for value in bound.refused {
        let error = try #require(throws: EventError.self) {
          try decode(bound.type, bound.version, replacing: bound.member, with: "\(name):\(value)")
        }
        guard case .unreadable(let json) = error.reason else {
          Issue.record("\(error)")
          continue
        }
        #expect(json.field == bound.field)
      }
    }
  }

  /// Replaces each number and each time of each stored example in turn.
  @Test func extremeNumbersAndTimesAreRefusedOrHarmless() throws {
    let folder = Bundle.module.bundleURL.appending(path: "Fixtures/events")
    var refused: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let parts = file.lastPathComponent.split(separator: ".")
      guard parts.count == 3, let version = Int(parts[1].dropFirst()) else { continue }
      let data = try String(contentsOf: file, encoding: .utf8)
      for match in data.matches(of: #/"(\w+)":(-?\d+|"\d{4}-\d\d-\d\dT[^"]*")/#) {
        let values = match.output.2.hasPrefix("\"") ? [Self.farTime] : Self.extremes
        for value in values {
          let changed = data.replacingCharacters(in: match.output.2.startIndex..<match.output.2.endIndex, with: value)
          do {
            _ = try EventSchema.current.decode(type: String(parts[0]), version: version, data: Array(changed.utf8))
          } catch {
            refused.insert(String(match.output.1))
          }
        }
      }
    }
    #expect(
      refused.isSuperset(of: [
        "voting_expiry_hours", "selected_expiry_days", "rating_days", "position", "tmdb_movie_id", "year", "runtime",
        "created_at", "due_at", "expires_at", "added_at", "voted_at", "picked_at", "rated_at",
      ]), "\(refused.sorted())")
  }
}
