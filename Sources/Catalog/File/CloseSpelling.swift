import MovieNightPrimitives

/// A search text that found nothing, to be compared with titles that are spelled almost like it (`docs/catalog.md`,
/// "Search").
///
/// Each of its words must begin a word of the title, or differ from one in a letter or two. Alternatively the whole
/// text must match the title without its spaces, so that "spiderman" matches "Spider-Man".
struct CloseSpelling {
  /// The limits that bound the time of a comparison to some ten milliseconds.
  static let comparedTitles = 20_000
  private static let words = 1...8
  private static let bytes = 3...80

  private let words: [[UInt8]]
  private let joined: [UInt8]

  /// Returns nil if the text is too short or too long to be compared.
  init?(_ text: String) {
    let words = FoldedText(text).words
    joined = Array(words.joined())
    // Few titles have a long word, so most comparisons end with the first one.
    self.words = words.map(Array.init).sorted { $0.count > $1.count }
    guard Self.words.contains(words.count), Self.bytes.contains(joined.count) else { return nil }
  }

  /// Returns the position of the title that is most similar to the text, the first of equally similar ones; nil if none
  /// is.
  func bestMatch(among titles: [FoldedText], where isIncluded: (Int) -> Bool = { _ in true }) -> Int? {
    var best: (position: Int, distance: Int)?
    for (position, title) in titles.prefix(Self.comparedTitles).enumerated() where beginsAlike(title.bytes) {
      guard isIncluded(position), let distance = distance(to: title), distance < best?.distance ?? .max else {
        continue
      }
      best = (position, distance)
    }
    return best?.position
  }

  /// Whether a word of the title begins like the longest word of the text, or the whole title like the text. Most titles
  /// do not, and need no further comparison.
  private func beginsAlike(_ title: [UInt8]) -> Bool {
    if Self.beginAlike(joined, title[...]) { return true }
    var isStart = true
    for index in title.indices {
      if isStart, title[index] == words[0][0] || Self.beginAlike(words[0], title[index...]) { return true }
      isStart = title[index] == UInt8(ascii: " ")
    }
    return false
  }

  /// Whether the first letters of two texts are equal or swapped, as they are in most misspelled words.
  private static func beginAlike(_ word: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
    let start = other.startIndex
    return word.count > 1 && other.count > 1
      && (word[0] == other[start] || word[0] == other[start + 1] || word[1] == other[start])
  }

  /// Returns a number that is lower for more similar titles: first fewer edits, then fewer additional words.
  private func distance(to title: FoldedText) -> Int? {
    let words = title.words
    let length = title.bytes.count - max(0, words.count - 1)
    let isSimilarInLength = abs(length - joined.count) <= Self.editLimit(joined)
    let whole = isSimilarInLength ? Self.edits(joined, Array(words.joined())[...]).map { 100 * $0 } : nil
    guard let byWords = distance(toWords: words) else { return whole }
    return min(byWords, whole ?? byWords)
  }

  private func distance(toWords titleWords: [ArraySlice<UInt8>]) -> Int? {
    var rest = titleWords
    var edits = 0
    for word in words {
      var nearest: (index: Int, edits: Int)?
      for (index, other) in rest.enumerated() {
        guard let count = other.starts(with: word) ? 0 : Self.edits(word, other), count < nearest?.edits ?? .max else {
          continue
        }
        nearest = (index, count)
      }
      guard let match = nearest else { return nil }
      edits += match.edits
      rest.remove(at: match.index)
    }
    return 100 * edits + min(rest.count, 99)
  }

  /// Returns the number of edits from a word to another; nil if they are too many. To save time, it compares only words
  /// of similar length that begin alike.
  private static func edits(_ word: [UInt8], _ other: ArraySlice<UInt8>) -> Int? {
    let limit = editLimit(word)
    guard limit > 0, abs(word.count - other.count) <= limit, beginAlike(word, other) else { return nil }
    let edits = editDistance(word, Array(other))
    return edits <= limit ? edits : nil
  }

  private static func editLimit(_ word: [UInt8]) -> Int { word.count < 3 ? 0 : word.count < 6 ? 1 : 2 }
}
