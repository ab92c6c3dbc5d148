import Console
import MovieNightPrimitives

/// Where what is shown came from, and how old it is.
struct CatalogOrigin {
  private let source: String
  /// Nil where nobody has asked a catalog for it.
  private let fetchedAt: Timestamp?
  private let isStale: Bool

  init(_ json: JSONValue) throws(JSONError) {
    source = try json.text("source") ?? ""
    fetchedAt = try json.optionalTimestamp("fetched_at")
    isStale = try json.optionalBool("stale") ?? false
  }

  /// Whom it is owed to; nil where that is nobody.
  var credit: String? {
    switch source {
    // What stands in a file was TMDb's too.
    case "tmdb", "file": Self.attribution
    case "household": "What your household recorded; the catalog does not say more now."
    case "", "builtin": nil
    default: "From \(source)."
    }
  }

  /// How old it is, where it could not be refreshed.
  func warning(now: Timestamp) -> String? {
    guard isStale, let fetchedAt else { return nil }
    return "As of \(age(of: fetchedAt, now: now)); the catalog does not answer now."
  }

  /// Demanded by TMDb's terms, word for word.
  static let attribution = "This product uses the TMDB API but is not endorsed or certified by TMDB."
}

/// How long ago `time` was, as a person says it: `3 days ago`.
func age(of time: Timestamp, now: Timestamp) -> String {
  let seconds = (now.microseconds - time.microseconds) / 1_000_000
  let units: [(name: String, seconds: Int64)] = [
    ("day", Timestamp.secondsPerDay), ("hour", Timestamp.secondsPerHour), ("minute", 60),
  ]
  for unit in units where seconds >= unit.seconds {
    return counted(Int(seconds / unit.seconds), unit.name) + " ago"
  }
  return "a moment ago"
}

/// `1 day`, `3 days`.
func counted(_ number: Int, _ thing: String) -> String { "\(grouped(number)) \(thing)\(number == 1 ? "" : "s")" }
