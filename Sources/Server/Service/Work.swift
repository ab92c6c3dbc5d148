import Commands
import Domain
import EventStore
import WritePath

/// What a request leads to.
enum Work: Sendable {
  case query(any Query)
  case command(Submission, CommandAnswer)
  case control(Control)
  /// The result itself.
  case answer([UInt8])
  /// What is known when something has been looked up elsewhere.
  indirect case pending(Lookup<Work>)

  init(_ lookup: Lookup<Work>) {
    if case .known(let work) = lookup { self = work } else { self = .pending(lookup) }
  }
}

/// A command, and how what its result shows is read when it was carried out.
package struct PreparedCommand<Shown>: Sendable {
  /// Reads what the result shows, and the revision after the command of what it is about.
  ///
  /// - Throws: when rows or names cannot be read.
  package typealias Read = @Sendable (CommandRows) throws -> (Shown, Revision)

  let command: Command
  let sender: Sender
  let read: Read
  /// Looks up what the command needs. The command itself is as sent then: it says whose it is, and how its answer is read
  /// where it was carried out before. What the sender has sent behind it waits, so that commands keep their order.
  private(set) var lookup: Lookup<PreparedCommand>.Begin?

  package init(command: Command, sender: Sender, read: @escaping Read) {
    self.command = command
    self.sender = sender
    self.read = read
  }

  /// This command, as the lookup makes it. For one that was carried out before nothing is looked up.
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

/// What concerns the connection or the server itself.
enum Control: Sendable {
  case ping
  case info
  case discover
  case metrics
  case authenticate(TokenSecret?)
  case authenticateAsAdministrator
  case rebuild([String])
  case importEvents([RecordedEvent], [PersonalText], more: Bool)
  /// From a position on, or from now on.
  case subscribe(HouseholdID, EventFilter, after: Position?)
  case unsubscribe(SubscriptionID)
}
