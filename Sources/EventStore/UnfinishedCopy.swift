/// The mark of a store into which another one is being copied. Serving it before the copy has finished would show rounds without
/// names, and record events too early. The mark is a personal text without an owner, because every kind of store has texts,
/// which are as durable as the events recorded with them (decision 0035).
public enum UnfinishedCopy {
  /// Its id is never used otherwise: ids begin with a time, and this one's is in the year 10889.
  public static let mark = PersonalText(
    id: TextID(high: .max, low: .max), owner: OwnerID(high: .max, low: .max), subject: nil,
    value: Array(#""unfinished copy""#.utf8))

  /// Whether a copy into the store was begun and not finished.
  public static func isMarked(_ store: any EventStore) throws(StoreError) -> Bool {
    try !store.texts([mark.id]).isEmpty
  }

  /// Throws `unfinishedCopy` if the store has the mark. `address` is for the message.
  public static func refuse(_ store: any EventStore, at address: some CustomStringConvertible) throws(StoreError) {
    guard try isMarked(store) else { return }
    throw StoreError(
      .unfinishedCopy, "\(address) is an unfinished copy",
      hint: "Run the same movienight copy again to finish it, or copy into an empty store.")
  }
}
