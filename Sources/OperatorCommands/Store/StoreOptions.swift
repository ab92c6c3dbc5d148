import Stores
import Console
import EventStore
import MovieNightPrimitives
import WritePath

/// What the commands that work on a store have in common.
package enum StoreOptions {
  package static func address(_ arguments: Arguments, _ option: CommandOption = .store) throws -> StoreAddress {
    do throws(StoreError) {
      return try StoreAddress(arguments.value(option) ?? "")
    } catch {
      if error.code == .badAddress { throw UsageError(error.description) }
      throw CommandFailure(error)
    }
  }

  /// Opens the store to read beside whoever serves it.
  static func openBeside(_ arguments: Arguments) throws -> any EventStore {
    do {
      return try openStore(address(arguments), mode: .readOnly)
    } catch let error as StoreError {
      throw CommandFailure(error)
    }
  }

  static func id<Kind>(_ text: String, _ what: String) throws -> Identifier<Kind> {
    guard let id = Identifier<Kind>(text) else { throw UsageError("'\(text)' is not \(what): an id is a UUID") }
    return id
  }
}

extension CommandFailure {
  package init(_ error: StoreError) {
    self.init(error.message, hint: error.hint)
  }

  init(_ error: ImplausibleTime) {
    self.init("This machine has a wrong clock: \(error)", hint: "Set it, then try again.")
  }
}
