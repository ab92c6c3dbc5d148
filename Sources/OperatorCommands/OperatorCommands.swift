import Console
import Server

extension [any Subcommand] {
  package static func serverCommands(_ areas: ServerAreas) -> [any Subcommand] { [ServeCommand(areas: areas)] }

  /// Returns the commands that administer a store, in the order of the help.
  package static func storeCommands(_ areas: ServerAreas) -> [any Subcommand] {
    [
      HouseholdCommand(areas: areas),
      TokenCommand(areas: areas),
      EventsCommand(areas: areas),
      VerifyCommand(areas: areas),
      RebuildCommand(areas: areas),
      ExportCommand(),
      ImportCommand(areas: areas),
      CopyCommand(areas: areas),
      MigrateCommand(),
      ProtocolCommand(areas: areas),
    ]
  }
}
