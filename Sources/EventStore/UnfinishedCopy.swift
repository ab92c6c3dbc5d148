/// The mark of a store into which another one is being copied. Serving such a store would show rounds without names,
/// and record events at positions that the remaining copied events need. The mark is a personal text of no household,
/// because every kind of store has texts, and they are as durable as the events recorded with them (decision 0004).
public enum UnfinishedCopy {
  /// The text that is the mark. No other text has its id, because ids begin with a time, here in the year 10889.
  public static let mark = PersonalText(
    id: TextID(high: .max, low: .max), owner: OwnerID(high: .max, low: .max), subject: nil,
    value: Array(#""unfinished copy""#.utf8))

  /// Returns whether a copy into the store was begun but not finished.
  public static func isMarked(_ store: any TextStore) throws(StoreError) -> Bool {
    try !store.texts([mark.id]).isEmpty
  }

  /// Throws `unfinishedCopy` if the store has the mark. The error message names the store by `address`.
  public static func refuse(_ store: any TextStore, at address: some CustomStringConvertible) throws(StoreError) {
    guard try isMarked(store) else { return }
    throw StoreError(
      .unfinishedCopy, "\(address) is an unfinished copy",
      hint: "Run the same movienight copy again to finish it, or copy into an empty store.")
  }
}
