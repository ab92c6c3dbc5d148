import Console
import MovieNightKit

/// Data that may be from a catalog, with its source and age.
protocol CatalogFacts {
  var source: FactSource? { get }
  /// The time at which the catalog's source was asked for the data; nil if no catalog was asked.
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
  /// The sentence that names the source; nil if none is required.
  var credit: String? {
    switch source {
    // The data in a catalog file comes from TMDb, too.
    case .tmdb, .file: CatalogPage.attribution
    case .household: "Recorded by your household. No details from the catalog now."
    case nil, .builtin: nil
    case let other?: "From \(other)."
    }
  }

  func warning(now: Timestamp) -> String? {
    guard stale, let fetchedAt else { return nil }
    return "As of \(age(of: fetchedAt, now: now)); the catalog is not answering now."
  }
}

/// Returns the time since `time` in words, such as `3 days ago`.
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

func counted(_ number: Int, _ thing: String) -> String { "\(grouped(number)) \(thing)\(number == 1 ? "" : "s")" }
