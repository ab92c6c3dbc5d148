import Console
import Glibc

struct ManualCommand: Subcommand {
  let name = "manual"
  let summary = "Write the manual pages into a folder."
  let positionals = "DIRECTORY"
  let details = """
    Writes one page for the program and one for each command: movienight.1, movienight-serve.1 and so on. DIRECTORY is \
    created if it does not exist. make install installs the pages for man.
    """
  let examples = [
    (line: "movienight manual ./man", meaning: "Into a folder"),
    (line: "man ./man/movienight-serve.1", meaning: "Read one of them"),
  ]

  let subcommands: Subcommands

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    try createFolder(arguments.positionals[0], mode: 0o777)
    let pages = ManualPage.all(of: subcommands.all)
    for page in pages {
      let path = "\(arguments.positionals[0])/\(page.name).1"
      guard let file = fopen(path, "w") else { throw Self.failure(path) }
      let isWritten = fputs(page.text, file) >= 0
      guard fclose(file) == 0, isWritten else { throw Self.failure(path) }
    }
    environment.output.sentence("Wrote \(pages.count) pages to \(printable(arguments.positionals[0])).")
    return .success
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
