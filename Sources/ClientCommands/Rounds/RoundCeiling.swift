import Domain
import MovieNightKit
import MovieNightPrimitives

// This file is separate because Domain and MovieNightKit have types with the same names.

extension MovieNightKit.Round {
  /// Whether the round's ceiling excludes a movie with this rating.
  func excludes(_ rating: MovieNightKit.ContentRating?) -> Bool {
    guard let ceiling = maxContentRating.flatMap({ MovieNightPrimitives.ContentRating(rawValue: $0.rawValue) }) else {
      return false
    }
    return !MovieNightPrimitives.ContentRating.passes(
      rating?.rawValue, ceiling: ceiling, overridden: ceilingOverridden)
  }
}
