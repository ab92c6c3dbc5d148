import ClientCommands
import Console
import OperatorCommands
import Server

/// Every word that `movienight` understands, in the order of its help: what each module has, then what tells shells and
/// `man` of all of them.
struct Subcommands: Sendable {
  private let ofModules: [any Subcommand]

  init(_ modules: [[any Subcommand]]) { ofModules = modules.flatMap(\.self) }

  var all: [any Subcommand] { ofModules + [CompletionsCommand(subcommands: self), ManualCommand(subcommands: self)] }

  /// Those of this program: the one place where its modules' verbs are listed.
  static let current = Subcommands(.current)

  /// Those of a program with these areas, and its areas' own.
  init(_ areas: ServerAreas, and further: [any Subcommand] = []) {
    self.init([.ofServing(areas), .ofClients(methods: areas.methods.all.map(\.name)), .ofStores(areas), further])
  }
}

extension Program {
  /// `movienight`, which understands so many words.
  static func movienight(_ subcommands: Subcommands = .current) -> Program {
    Program(
      name: "movienight", about: "which movie tonight, and how was it?", version: Version.current,
      commands: subcommands.all, otherWords: OtherWords.commands)
  }
}
