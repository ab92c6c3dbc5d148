import Stores
import ClientCommands
import Console
import EventStore
import MovieNightPrimitives
import WritePath

package enum StoreOptions {
  package static func address(_ arguments: Arguments, _ option: CommandOption = .store) throws -> StoreAddress {
    do throws(StoreError) {
      return try StoreAddress(arguments.value(option) ?? "")
    } catch {
      throw error.code == .badAddress ? UsageError(error.description) : error
    }
  }

  /// Opens the store for reading. This is possible while a server holds the store.
  static func openForReading(_ arguments: Arguments) throws -> any EventStore {
    try openStore(address(arguments), mode: .readOnly)
  }

  static func id<Kind>(_ text: String, _ what: String) throws -> Identifier<Kind> { try Identifier(text, of: what) }
}

extension StoreError: HintedError {}

extension ImplausibleTime: HintedError {
  package var message: String { "This machine's clock is wrong: \(self)" }
  package var hint: String? { "Set the clock, then try again." }
}

extension CommandFailure {
  package init(_ error: StoreError) { self.init(error.message, hint: error.hint) }
}
