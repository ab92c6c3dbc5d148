import Commands
import Domain
import EventStore
import WritePath

enum Work: Sendable {
  case query(any Query)
  case command(Submission, CommandAnswer)
  case control(Control)
  case answer([UInt8])
  /// Work that is not known until a lookup has finished.
  indirect case pending(Lookup<Work>)

  init(_ lookup: Lookup<Work>) {
    if case .known(let work) = lookup { self = work } else { self = .pending(lookup) }
  }
}

/// A command as its sender submits it, and the function that reads its result.
package struct PreparedCommand<Shown>: Sendable {
  /// Reads the value to show, and the new revision of its stream. Throws if reading fails.
  package typealias Read = @Sendable (CommandRows) throws -> (Shown, Revision)

  /// The method's declaration adds the parameters that every command has.
  var submission: Submission
  let read: Read
  /// Starts the lookup that completes the command; nil if it is complete. Before the lookup, it contains only what the
  /// client sent, which is enough to answer a repeated command. The connection waits, so commands keep their order.
  private(set) var lookup: Lookup<PreparedCommand>.Begin?

  package init(command: any AddressedCommand, sender: Sender, read: @escaping Read) {
    submission = Submission(command: command, sender: sender)
    self.read = read
  }

  /// Returns this command, to be completed by a lookup. The lookup is skipped if the command was carried out before.
  package func completed(by lookup: Lookup<PreparedCommand>) -> PreparedCommand {
    switch lookup {
    case .known(let command): return command
    case .pending(let begin):
      var command = self
      command.lookup = begin
      return command
    }
  }
}

extension Sender {
  var isMember: Bool { if case .member = self { true } else { false } }
}

/// A request that concerns the connection or the server itself.
enum Control: Sendable {
  case ping
  case info
  case discover
  case metrics
  case authenticate(TokenSecret?)
  case authenticateAsAdministrator
  case rebuild([String])
  case importEvents([RecordedEvent], [PersonalText], more: Bool)
  /// Subscribes to events after a position, or to new events if the position is nil.
  case subscribe(HouseholdID, EventFilter, after: Position?)
  case unsubscribe(SubscriptionID)
}
