import Stores
import Console
import EventStore

/// Checks a store before it is exported or copied, because the new store's checksums would hide the old one's damage.
enum StoreIntegrity {
  /// Throws a `CommandFailure` if the store is damaged or unfinished. The hint advises to `verb` from an intact backup.
  static func require(
    _ store: any EventLog & TextStore & MaintainedStore, _ address: StoreAddress, _ verb: String,
    _ environment: Environment
  ) throws {
    try UnfinishedCopy.refuse(store, at: address)
    let damage = try ProgressLine.events("Checking", store.head(), environment) { try store.findDamage(progress: $0) }
    guard let first = damage.first else { return }
    throw CommandFailure(
      "\(address) is damaged: \(first)", hint: "List all damage with: movienight verify. \(verb) from an intact backup."
    )
  }
}
