import Console
import MovieNightKit

/// What a catalog says, with where it came from, and how old it is.
protocol CatalogFacts {
  var source: FactSource? { get }
  /// Nil where nobody has asked a catalog for it.
  var fetchedAt: Timestamp? { get }
  var stale: Bool { get }
}

extension MovieDetails: CatalogFacts {}
extension MovieSearchPage: CatalogFacts {}
extension Series: CatalogFacts {}
extension SeriesSearchPage: CatalogFacts {}
extension Season: CatalogFacts {}
extension EpisodeDetails: CatalogFacts {}

extension CatalogFacts {
  /// Whom it is owed to; nil where that is nobody.
  var credit: String? {
    switch source {
    // What stands in a file was TMDb's too.
    case .tmdb, .file: CatalogPage.attribution
    case .household: "What your household recorded; the catalog does not say more now."
    case nil, .builtin: nil
    case let other?: "From \(other)."
    }
  }

  /// How old it is, where it could not be refreshed.
  func warning(now: Timestamp) -> String? {
    guard stale, let fetchedAt else { return nil }
    return "As of \(age(of: fetchedAt, now: now)); the catalog does not answer now."
  }
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
