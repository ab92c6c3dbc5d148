extension Array {
  /// Returns the index after those first elements for which `isFirst` is true. It must be false for all behind them.
  @inlinable
  public func partitionIndex(while isFirst: (Element) -> Bool) -> Int {
    // New elements nearly always belong at the end.
    guard let last, !isFirst(last) else { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
