/// A suggested movie, with its score and the reason for suggesting it.
public struct Suggestion: Equatable, Sendable {
  public var movie: MovieFacts
  /// The score from 0 to 1, with four decimals.
  public var score: Double
  /// The reason, as sentences for people: "You like Comedy. On Netflix. Rated 8.2 of 10."
  public var reason: String
}

struct SuggestedMovie: Equatable, Sendable {
  var movie: MovieFacts
  var popularity: Double
}

extension Suggestion {
  static let most = 8

  static func best(of batch: [SuggestedMovie], for criteria: SuggestionCriteria) -> [Suggestion] {
    let greatest = batch.map(\.popularity).max() ?? 0
    let scored = batch.map { (units: criteria.score($0, greatest: greatest), movie: $0.movie) }
    return scored.sorted { left, right in
      if left.units != right.units { return left.units > right.units }
      let (leftVote, rightVote) = (left.movie.voteAverage ?? -1, right.movie.voteAverage ?? -1)
      return leftVote == rightVote ? left.movie.id < right.movie.id : leftVote > rightVote
    }.prefix(most).map { units, movie in
      Suggestion(movie: movie, score: Double(units) / 10_000, reason: criteria.reason(for: movie))
    }
  }
}

extension SuggestionCriteria {
  /// Returns the score in ten-thousandths. It is an integer, so that equal scores compare equal.
  func score(_ suggested: SuggestedMovie, greatest: Double) -> Int {
    let movie = suggested.movie
    let popularity = greatest > 0 ? suggested.popularity / greatest : 0
    let onService = servicesOffering(movie).isEmpty ? 0.0 : 1
    let liked = movie.genres.isEmpty ? 0 : Double(likedGenres(of: movie).count) / Double(movie.genres.count)
    return Self.rounded(10_000 * (0.5 * popularity + 0.3 * onService + 0.2 * liked))
  }

  /// Rounds half up. `value` must not be negative. A small addend compensates for inexact fractions.
  static func rounded(_ value: Double) -> Int { Int((value + 0.5 + 1e-9).rounded(.down)) }

  func reason(for movie: MovieFacts) -> String {
    var sentences: [String] = []
    let genres = likedGenres(of: movie).prefix(3).map(\.name)
    if !genres.isEmpty { sentences.append("You like \(Self.list(genres)).") }
    let services = servicesOffering(movie)
    if !services.isEmpty { sentences.append("On \(Self.list(services)).") }
    if let vote = movie.voteAverage, movie.voteCount != 0 {
      let tenths = Self.rounded(vote * 10)
      sentences.append("Rated \(tenths / 10).\(tenths % 10) of 10.")
    }
    return sentences.isEmpty ? "Popular right now." : sentences.joined(separator: " ")
  }

  private func likedGenres(of movie: MovieFacts) -> [Genre] { movie.genres.filter { likes.contains($0.id) } }

  private func servicesOffering(_ movie: MovieFacts) -> [String] {
    ServiceName.shown(services, among: movie.providers(in: country)?.streaming ?? [])
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
