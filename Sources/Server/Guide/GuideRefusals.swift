import Commands

extension Refusal {
  static let unknownService = Refusal(
    422, "unknown_service", "the household's country has no such streaming service",
    "There is no streaming service with this number in the household's country.",
    hint: "See where it is shown with: movienight tv show ID")
}
