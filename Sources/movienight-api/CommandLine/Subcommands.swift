/// Every word that `movienight` understands, in the order of its help.
enum Subcommands {
  static let all: [any Subcommand] = [
    HistoryCommand(),
    SessionCommand(),
    CallCommand(),
    DemoCommand(),
    MetricsCommand(),
  ]
}
