import MovieNightPrimitives

/// Returns the word that is most similar to `typed`; nil if no word is similar.
package func nearestWord(to typed: String, among words: [String]) -> String? {
  let limit = max(1, typed.count / 3)
  let near = words.map { (word: $0, distance: editDistance(typed, $0)) }.filter { $0.distance <= limit }
  if let nearest = near.min(by: { $0.distance < $1.distance }) { return nearest.word }
  return typed.count >= 3 ? words.first { $0.hasPrefix(typed) } : nil
}

/// Returns how many letters to change, add, remove or swap with a neighbour to turn one word into the other.
package func editDistance(_ left: String, _ right: String) -> Int { editDistance(Array(left), Array(right)) }
