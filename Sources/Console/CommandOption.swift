/// An option of the command line: either one with a value, such as `--limit N`, or a flag, such as `--json`.
package struct CommandOption: Sendable, Equatable {
  /// The name without the dashes.
  package let name: String
  /// The name of the value in the help; nil for a flag.
  package let placeholder: String?
  package let summary: String
  /// The environment variable that provides the value if the option is not given.
  package let variable: String?
  package let fallback: String?

  package static func flag(_ name: String, _ summary: String) -> CommandOption {
    CommandOption(name: name, placeholder: nil, summary: summary, variable: nil, fallback: nil)
  }

  package static func value(
    _ name: String, _ placeholder: String, _ summary: String, variable: String? = nil, fallback: String? = nil
  ) -> CommandOption {
    CommandOption(name: name, placeholder: placeholder, summary: summary, variable: variable, fallback: fallback)
  }
}

extension CommandOption {
  package static let help = flag("help", "Show this help.")
  /// Every command takes this option, but only the program's own help shows it.
  package static let version = flag("version", "Print the version.")
  package static let json = flag("json", "Print JSON, for scripts.")
  package static let store = value(
    "store", "STORE", "sqlite:PATH, journal:DIRECTORY, postgres://… or memory.", variable: "MOVIENIGHT_STORE",
    fallback: defaultStore)
  // A build without SQLite uses a journal by default.
  #if SQLite
    private static let defaultStore = "sqlite:./data/movienight.db"
  #else
    private static let defaultStore = "journal:./data/journal"
  #endif
  package static let connect = value(
    "connect", "ADDRESS", "The server, HOST:PORT or unix:PATH, instead of your login's.",
    variable: "MOVIENIGHT_CONNECT", fallback: "127.0.0.1:6684")
  package static let token = value(
    "token", "TOKEN", "Your token. Safer in the variable: other users can see command lines.",
    variable: "MOVIENIGHT_TOKEN")
}
