import Console

extension [any Subcommand] {
  /// What talks to a running server, in the order of the help.
  /// - Parameter methods: those that `call` offers, by name. Made when they are asked for: all declarations together cost each
  ///   command a fifth of its start.
  package static func ofClients(methods: @autoclosure @escaping @Sendable () -> [String]) -> [any Subcommand] {
    [
      LoginCommand(),
      LogoutCommand(),
      NightCommand.tonight,
      StartCommand(),
      NightCommand.propose,
      NightCommand.open,
      NightCommand.vote,
      NightCommand.done,
      NightCommand.results,
      NightCommand.close,
      NightCommand.pick,
      NightCommand.rate,
      NightCommand.discard,
      HistoryCommand(),
      SessionCommand(),
      WatchCommand(),
      MovieListCommand.watchlist,
      MovieListCommand.watched,
      PreferencesCommand(),
      MovieCommand(),
      SeriesCommand(),
      CatalogCommand(),
      CallCommand(methods: methods),
      MetricsCommand(),
    ]
  }
}
