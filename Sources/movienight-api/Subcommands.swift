import ClientCommands
import Console
import OperatorCommands
import Server

/// All commands of `movienight` in the order of the help: those of each module, then those that describe all of them to shells
/// and `man`.
struct Subcommands: Sendable {
  private let ofModules: [any Subcommand]

  init(_ modules: [[any Subcommand]]) { ofModules = modules.flatMap(\.self) }

  var all: [any Subcommand] { ofModules + [CompletionsCommand(subcommands: self), ManualCommand(subcommands: self)] }

  /// The commands of this program, the only place that lists its modules.
  static let current = Subcommands(.current)

  /// The commands of a program with these areas, and the areas' own.
  init(_ areas: ServerAreas, and further: [any Subcommand] = []) {
    self.init([.ofServing(areas), .ofClients(methods: areas.methods.all.map(\.name)), .ofStores(areas), further])
  }
}

extension Program {
  /// `movienight` with the given commands.
  static func movienight(_ subcommands: Subcommands = .current) -> Program {
    Program(
      name: "movienight", about: "which movie tonight, and how was it?", version: Version.current,
      commands: subcommands.all, otherWords: CommandAliases.commands)
  }
}
