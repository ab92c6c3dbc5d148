/// Every word that `movienight` understands, in the order of its help.
enum Subcommands {
  static let all: [any Subcommand] = [
    ServeCommand(),
    HistoryCommand(),
    SessionCommand(),
    CallCommand(),
    DemoCommand(),
    MetricsCommand(),
    HouseholdsCommand(),
    TokenCommand(),
    EventsCommand(),
    VerifyCommand(),
    RebuildCommand(),
    ExportCommand(),
    ImportCommand(),
    MigrateCommand(),
    BenchCommand(),
  ]
}
