/// The noun with its article: `an id`, `a round`.
public func withArticle(_ noun: String) -> String {
  noun.first.map { "aeiou".contains($0) } ?? false ? "an \(noun)" : "a \(noun)"
}
