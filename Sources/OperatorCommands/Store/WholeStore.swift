import Stores
import Console
import EventStore

/// What leaves a store must be whole: whoever takes it in makes checksums of its own, and damage could not be seen there
/// any more.
enum WholeStore {
  /// Checks the whole store, with a progress line.
  /// - Parameter verb: what is to be done with it, for the hint: `Copy`.
  /// - Throws: `CommandFailure` for one that is damaged, or a copy that was not finished.
  static func require(
    _ store: any EventStore, _ address: StoreAddress, _ verb: String, _ environment: Environment
  ) throws {
    try UnfinishedCopy.refuse(store, at: address)
    let damage = try ProgressLine.events("Checking", store.head(), environment) { try store.findDamage(progress: $0) }
    guard let first = damage.first else { return }
    throw CommandFailure(
      "\(address) is damaged: \(first)", hint: "See: movienight verify. \(verb) from a backup that is whole.")
  }
}
