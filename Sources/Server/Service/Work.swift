import Commands
import Domain
import EventStore
import WritePath

enum Work: Sendable {
  case query(any Query)
  case command(Submission, CommandAnswer)
  case control(Control)
  case answer([UInt8])
  /// The work that results from a lookup.
  indirect case pending(Lookup<Work>)

  init(_ lookup: Lookup<Work>) {
    if case .known(let work) = lookup { self = work } else { self = .pending(lookup) }
  }
}

/// A command, and how its result is read.
package struct PreparedCommand<Shown>: Sendable {
  /// Reads what the result shows, and the revision after the command of what it is about. Throws if rows or names cannot be
  /// read.
  package typealias Read = @Sendable (CommandRows) throws -> (Shown, Revision)

  let command: Command
  let sender: Sender
  let read: Read
  /// Starts the lookup that completes the command; nil if it is complete. Until then `command` is as the client sent it, which is
  /// enough to answer a repeated one. The connection waits meanwhile, so that commands keep their order.
  private(set) var lookup: Lookup<PreparedCommand>.Begin?

  package init(command: Command, sender: Sender, read: @escaping Read) {
    self.command = command
    self.sender = sender
    self.read = read
  }

  /// This command as completed by a lookup, which is skipped if the command was carried out before.
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

/// A request about the connection or the server itself.
enum Control: Sendable {
  case ping
  case info
  case discover
  case metrics
  case authenticate(TokenSecret?)
  case authenticateAsAdministrator
  case rebuild([String])
  case importEvents([RecordedEvent], [PersonalText], more: Bool)
  /// Starts after a position, or now if it is nil.
  case subscribe(HouseholdID, EventFilter, after: Position?)
  case unsubscribe(SubscriptionID)
}
