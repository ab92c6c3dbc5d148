/// Every word that `movienight` understands, in the order of its help.
enum Subcommands {
  static let all: [any Subcommand] = [
    ServeCommand(),
    LoginCommand(),
    LogoutCommand(),
    HistoryCommand(),
    SessionCommand(),
    WatchCommand(),
    MovieListCommand.watchlist,
    MovieListCommand.watched,
    PreferencesCommand(),
    CallCommand(),
    DemoCommand(),
    MetricsCommand(),
    HouseholdCommand(),
    TokenCommand(),
    EventsCommand(),
    VerifyCommand(),
    RebuildCommand(),
    ExportCommand(),
    ImportCommand(),
    CopyCommand(),
    MigrateCommand(),
    BenchCommand(),
  ]
}
