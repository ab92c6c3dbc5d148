/// Exponential backoff with jitter: each pause is up to half shorter, so that clients do not reconnect together.
struct Backoff {
  private var next = Duration.milliseconds(50)
  private let longest: Duration

  init(longest: Duration = .seconds(2)) { self.longest = longest }

  mutating func next(using generator: inout any RandomNumberGenerator) -> Duration {
    defer { next = min(next * 2, longest) }
    return min(next, longest) * Double.random(in: 0.5...1, using: &generator)
  }
}
