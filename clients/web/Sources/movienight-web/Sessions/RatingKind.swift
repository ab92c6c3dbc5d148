import MovieNightKit

/// The marks and names of ratings, in the order from the best.
struct RatingKind: Sendable {
  let rating: Rating
  let mark: String
  let label: String
  /// The style of the bar.
  let style: String

  static let all: [RatingKind] = {
    let texts = SessionsTexts()
    return [
      RatingKind(rating: .loved, mark: "♥", label: texts.loved, style: "loved"),
      RatingKind(rating: .liked, mark: "👍", label: texts.liked, style: "liked"),
      RatingKind(rating: .didNotLike, mark: "👎", label: texts.didNotLike, style: "disliked"),
    ]
  }()
}
