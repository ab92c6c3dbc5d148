import Console

extension [any Subcommand] {
  /// Returns the commands for a running server, in the order of the help. `methods` are the names that `call` offers.
  /// They are created only if needed, because loading all declarations takes a fifth of a command's start time.
  package static func clientCommands(methods: @autoclosure @escaping @Sendable () -> [String]) -> [any Subcommand] {
    [
      LoginCommand(),
      LogoutCommand(),
      NightCommand.tonight,
      StartCommand(),
      NightCommand.propose,
      NightCommand.withdraw,
      NightCommand.unsuggest,
      NightCommand.attendees,
      NightCommand.ceiling,
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
      StatisticsCommand(),
      WatchCommand(),
      MovieListCommand.watchlist,
      MovieListCommand.watched,
      PreferencesCommand(),
      TitlesCommand(),
      NextCommand(),
      GuideCommand(),
      RemindersCommand(),
      ListsCommand(),
      NotesCommand(),
      CollectionCommand(),
      MovieCommand(),
      SeriesCommand(),
      CatalogCommand(),
      CallCommand(methods: methods),
      MetricsCommand(),
    ]
  }
}
