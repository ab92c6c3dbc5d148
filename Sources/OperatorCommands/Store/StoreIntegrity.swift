import Stores
import Console
import EventStore

/// Checks a store before its data leaves it: the receiver makes new checksums, which would hide damage.
enum StoreIntegrity {
  /// Checks the whole store. `verb` is what will be done with it, for the hint: `Copy`. Throws `CommandFailure` for a damaged
  /// store, or for a copy that was not finished.
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
