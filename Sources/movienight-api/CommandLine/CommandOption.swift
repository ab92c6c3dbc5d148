/// An option of the command line: `--limit N`, or a flag such as `--json`.
struct CommandOption: Sendable, Equatable {
  /// Without the dashes.
  let name: String
  /// What its value is called in the help; nil for a flag.
  let placeholder: String?
  let summary: String
  /// The environment variable that stands in when the option is not given.
  let variable: String?
  /// The value when neither is given.
  let fallback: String?

  static func flag(_ name: String, _ summary: String) -> CommandOption {
    CommandOption(name: name, placeholder: nil, summary: summary, variable: nil, fallback: nil)
  }

  static func value(
    _ name: String, _ placeholder: String, _ summary: String, variable: String? = nil, fallback: String? = nil
  ) -> CommandOption {
    CommandOption(name: name, placeholder: placeholder, summary: summary, variable: variable, fallback: fallback)
  }
}

/// The options that several commands share.
extension CommandOption {
  static let help = flag("help", "Show this help.")
  static let json = flag("json", "Print JSON, for scripts.")
  static let store = value(
    "store", "STORE", "sqlite:PATH, journal:DIRECTORY, postgres://… or memory.", variable: "MOVIENIGHT_STORE",
    fallback: standardStore)
  // What this program was built with: without SQLite it runs on the journal.
  #if SQLite
    private static let standardStore = "sqlite:./data/movienight.db"
  #else
    private static let standardStore = "journal:./data/journal"
  #endif
  static let connect = value(
    "connect", "ADDRESS", "The server: HOST:PORT or unix:PATH; else your login's.", variable: "MOVIENIGHT_CONNECT",
    fallback: "127.0.0.1:6684")
  static let token = value(
    "token", "TOKEN", "Whom to act as. Better in the variable: others see a command line.",
    variable: "MOVIENIGHT_TOKEN")
}
