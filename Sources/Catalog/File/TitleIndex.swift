import MovieNightPrimitives

/// Finds titles by the beginnings of their words (`docs/catalog.md`, "Suggestions", about the file source).
struct TitleIndex: Sendable {
  private let titles: [FoldedText]
  /// All words of all titles, sorted, without duplicates.
  private let words: [[UInt8]]
  /// For each element of `words`, the positions of the titles that contain the word, in ascending order.
  private let titlesByWord: [[Int32]]

  /// Creates an index. Equally good results are returned in the order of `titles`.
  init(_ titles: [String]) {
    self.titles = titles.map { FoldedText($0) }
    var byWord: [[UInt8]: [Int32]] = [:]
    for (position, title) in self.titles.enumerated() {
      for word in Set(title.words.map(Array.init)) { byWord[word, default: []].append(Int32(position)) }
    }
    let sorted = byWord.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    words = sorted.map(\.key)
    titlesByWord = sorted.map(\.value)
  }

  /// Returns the positions of the titles in which every word of the text is the beginning of a word. Exact matches come
  /// first, then titles that begin with the text, then all others. A text without words matches no title.
  func positions(of text: String) -> [Int] {
    let text = FoldedText(text)
    var found: Set<Int32>?
    for word in Self.distinctive(text.words) {
      let matching = titlesWithPrefix(word, among: found)
      if matching.isEmpty { return [] }
      found = matching
    }
    let positions = (found ?? []).map(Int.init).sorted()
    let same = positions.filter { titles[$0] == text }
    let beginning = positions.filter { titles[$0] != text && titles[$0].begins(with: text) }
    return same + beginning + positions.filter { !titles[$0].begins(with: text) }
  }

  /// Returns the position of the title that is spelled most like a text that no title matches; nil if none is similar.
  func position(ofSpelling text: String, where isIncluded: (Int) -> Bool) -> Int? {
    CloseSpelling(text)?.bestMatch(among: titles, where: isIncluded)
  }

  /// Returns the words that begin no other word, without duplicates, longest first, as those match few titles.
  private static func distinctive(_ words: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    words.sorted { $0.count > $1.count }.reduce(into: []) { distinctive, word in
      if !distinctive.contains(where: { $0.starts(with: word) }) { distinctive.append(word) }
    }
  }

  private func titlesWithPrefix(_ beginning: ArraySlice<UInt8>, among titles: Set<Int32>?) -> Set<Int32> {
    var matching: Set<Int32> = []
    for index in firstWord(notBefore: beginning)..<words.count {
      guard words[index].starts(with: beginning) else { break }
      for title in titlesByWord[index] where titles?.contains(title) ?? true { matching.insert(title) }
    }
    return matching
  }

  private func firstWord(notBefore beginning: ArraySlice<UInt8>) -> Int {
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle].lexicographicallyPrecedes(beginning) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
