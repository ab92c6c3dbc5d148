/// Returns how many elements must be changed, added, removed or swapped with a neighbour to turn one list into the
/// other.
@inlinable
public func editDistance<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in right.indices {
      let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
      var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        least = min(least, beforePrevious[column - 1] + 1)
      }
      current.append(least)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
