/// The mark of a store into which another one is being copied: whoever served it before the copy has finished would show
/// rounds without the names in them, and record events where the rest is still to come.
///
/// It is a personal text of nobody, because every kind of store has texts, and they are as durable as the events that they
/// are recorded with (docs/decisions/0035-unfinished-copies.md).
public enum UnfinishedCopy {
  /// No text of anybody has this id: ids begin with a time, and this one's is in the year 10889.
  public static let mark = PersonalText(
    id: TextID(high: .max, low: .max), owner: OwnerID(high: .max, low: .max), subject: nil,
    value: Array(#""unfinished copy""#.utf8))

  /// Whether the store was begun by a copy that has not finished.
  public static func isMarked(_ store: any EventStore) throws(StoreError) -> Bool {
    try !store.texts([mark.id]).isEmpty
  }

  /// - Parameter address: where the store is, for people.
  /// - Throws: `unfinishedCopy` for a store that has the mark.
  public static func refuse(_ store: any EventStore, at address: some CustomStringConvertible) throws(StoreError) {
    guard try isMarked(store) else { return }
    throw StoreError(
      .unfinishedCopy, "\(address) is a copy that was not finished",
      hint: "Finish it with the same movienight copy again, or copy into an empty store.")
  }
}
