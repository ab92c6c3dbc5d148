import ClientCommands
import Console
import OperatorCommands
import Server

/// All commands in the order of the help: those of each module, then those that describe all to shells and `man`.
struct Subcommands: Sendable {
  private let moduleCommands: [any Subcommand]

  init(_ modules: [[any Subcommand]]) { moduleCommands = modules.flatMap(\.self) }

  var all: [any Subcommand] {
    moduleCommands + [CompletionsCommand(subcommands: self), ManualCommand(subcommands: self)]
  }

  /// The commands of this program. No other code lists the modules that have commands.
  static let current = Subcommands(.current)

  /// Creates the commands of a program with these areas. `further` are the areas' own commands.
  init(_ areas: ServerAreas, and further: [any Subcommand] = []) {
    self.init([
      .serverCommands(areas), .clientCommands(methods: areas.methods.all.map(\.name)), .storeCommands(areas), further,
    ])
  }
}

extension Program {
  static func movienight(_ subcommands: Subcommands = .current) -> Program {
    Program(
      name: "movienight", about: "which movie tonight, and how was it?", version: Version.current,
      commands: subcommands.all, aliases: CommandAliases.commands)
  }
}
