import Console

extension [any Subcommand] {
  /// What serves a store.
  package static let ofServing: [any Subcommand] = [ServeCommand()]

  /// What looks after a store, in the order of the help.
  package static let ofStores: [any Subcommand] = [
    HouseholdCommand(),
    TokenCommand(),
    EventsCommand(),
    VerifyCommand(),
    RebuildCommand(),
    ExportCommand(),
    ImportCommand(),
    CopyCommand(),
    MigrateCommand(),
    ProtocolCommand(),
  ]
}
