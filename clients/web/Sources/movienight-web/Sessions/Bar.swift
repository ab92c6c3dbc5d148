/// A horizontal bar, drawn as SVG. Its parts follow one another, in hundredths of the width.
struct Bar: Sendable, Equatable {
  let parts: [Part]

  struct Part: Sendable, Equatable {
    let style: String
    let x: Int
    let width: Int
  }

  /// - Parameter total: The count that fills the whole width.
  init(_ counts: [(style: String, count: Int)], of total: Int) {
    var parts: [Part] = []
    var sum = 0
    for (style, count) in counts where count > 0 && total > 0 {
      let start = min(100, sum * 100 / total)
      sum += count
      parts.append(Part(style: style, x: start, width: max(1, min(100, sum * 100 / total) - start)))
    }
    self.parts = parts
  }
}
