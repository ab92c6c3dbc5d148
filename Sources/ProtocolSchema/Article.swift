/// Returns the noun with its article, such as `an id` or `a round`.
public func withArticle(_ noun: String) -> String {
  noun.first.map { "aeiou".contains($0) } ?? false ? "an \(noun)" : "a \(noun)"
}
