import Stores
import Console
import EventStore

/// Checks a store before its data is exported or copied. The new store gets new checksums, which would hide damage in the old
/// one.
enum StoreIntegrity {
  /// Checks the whole store. Throws a `CommandFailure` if the store is damaged, or if it is an unfinished copy. `verb` names what
  /// to do with an intact backup instead, for the hint: `Copy`.
  static func require(
    _ store: any EventStore, _ address: StoreAddress, _ verb: String, _ environment: Environment
  ) throws {
    try UnfinishedCopy.refuse(store, at: address)
    let damage = try ProgressLine.events("Checking", store.head(), environment) { try store.findDamage(progress: $0) }
    guard let first = damage.first else { return }
    throw CommandFailure(
      "\(address) is damaged: \(first)", hint: "List all damage with: movienight verify. \(verb) from an intact backup."
    )
  }
}
