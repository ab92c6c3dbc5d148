import Foundation
import TestSupport
import Testing

@testable import Console
@testable import Server
@testable import movienight

/// The completions, the manual and the installation, tested with the real program and the shells found on this machine.
@Suite struct ShellTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a tool and returns its exit code, and its standard output and error in one text.
  private func run(_ tool: String, _ arguments: [String]) throws -> (code: Int32, text: String) {
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: tool.hasPrefix("/") ? tool : "/usr/bin/\(tool)")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try output.fileHandleForWriting.close()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  /// Writes the program's completion script for a shell to a file, and returns the file's path.
  private func script(_ shell: Shell) throws -> String {
    let printed = try Run("completions", shell.rawValue, in: folder)
    #expect(printed.code == 0 && printed.errors.isEmpty, "\(printed.errors)")
    try folder.write(Array(printed.output.utf8), to: "completions")
    return "\(folder.path)/completions"
  }

  /// The line of a shell that keeps the program from the logins of the person who runs the tests.
  private var withoutLogins: String {
    "export XDG_CONFIG_HOME=\(folder.path) MOVIENIGHT_CONNECT=unix:\(folder.path)/nobody"
  }

  @Test(.enabled(if: isInstalled("bash"), "bash is not installed")) func bashCompletesCommandsAndOptions() throws {
    let script = try script(.bash)
    func completions(_ words: String..., connect: String? = nil) throws -> [String] {
      let line = """
        \(withoutLogins); \(connect ?? ":"); source \(script)
        COMP_WORDS=(\(([ChildProcess.program] + words).map(shellQuoted).joined(separator: " ")))
        COMP_CWORD=\(words.count); _movienight; printf '%s\\n' "${COMPREPLY[@]}"
        """
      let (code, text) = try run("bash", ["--norc", "-uc", line])
      #expect(code == 0, "\(text)")
      return text.split(separator: "\n").map(String.init)
    }
    #expect(try completions("") == Subcommands.current.all.map(\.name) + ["help", "--help", "--version"])
    #expect(try completions("house") == ["household"])
    #expect(try completions("help", "exp") == ["export"])
    for command in Subcommands.current.all where !command.words.isEmpty {
      #expect(try completions(command.name, "") == command.words, "\(command.name)")
    }
    #expect(try completions("preferences", "set", "--l") == ["--login", "--likes"])
    #expect(try completions("export", "--store", "").isEmpty, "bash itself completes file names")

    let server = try LocalServer()
    let token = try server.createHousehold().token
    let titles = ["Paddington 2", "It's Here", "Its $(touch x)", "Its `touch x`", "Its \\\"", "Its \\\\", "Its!"]
    let movies = titles.enumerated().map { movie($0 + 1, title: $1) }.joined(separator: ",")
    try server.wire(token: token).result("rounds.start", #""movies":[\#(movies)],"open_voting":true"#)
    let connect = "export MOVIENIGHT_TOKEN=\(token) MOVIENIGHT_CONNECT=unix:\(server.socketPath)"
    #expect(
      try completions("vote", "", connect: connect) == [
        #"Paddington\ 2"#, #"It\'s\ Here"#, #"Its\ \$\(touch\ x\)"#, #"Its\ \`touch\ x\`"#, #"Its\ \""#, #"Its\ \\"#,
        #"Its\!"#,
      ])
    #expect(try completions("vote", "Padd", connect: connect) == [#"Paddington\ 2"#])
    #expect(try completions("vote", "\"Padd", connect: connect) == ["Paddington 2"], "bash adds the quote")
    #expect(try completions("vote", "\"It", connect: connect) == ["It's Here"], "what bash would carry out is left out")
    #expect(
      try completions("vote", "'It", connect: connect)
        == ["Its $(touch x)", "Its `touch x`", "Its \"", #"Its \"#, "Its!"])
    #expect(try completions("vote", "1", "up", "--as", "Mi", connect: connect) == ["Mia"])
  }

  @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed")) func zshReceivesCommandsAndOptions() throws {
    let script = try script(.zsh)
    func candidates(_ words: String...) throws -> [String] {
      let line = """
        \(withoutLogins); compdef() { }; _files() { print files }
        _describe() { local name=$@[-1]; print -rl -- ${(P)name} }
        source \(script); words=(\(([ChildProcess.program] + words).map(shellQuoted).joined(separator: " ")))
        CURRENT=\(words.count + 1); _movienight
        """
      let (code, text) = try run("zsh", ["-fec", line])
      #expect(code == 0, "\(text)")
      return text.split(separator: "\n").map(String.init)
    }
    let commands = Subcommands.current.all.map { "\($0.name):\($0.summary)" }
    #expect(
      try candidates("") == commands + ["help:Show help.", "--help:Show help.", "--version:Print the version."])
    #expect(try candidates("preferences", "sh") == ["show:Show your preferences."])
    #expect(try candidates("export", "--store", "") == ["files"])
  }

  @Test(.enabled(if: isInstalled("fish"), "fish is not installed")) func fishCompletesCommandsAndOptions() throws {
    let script = try script(.fish)
    func completions(_ line: String) throws -> Set<String> {
      let program = URL(filePath: ChildProcess.program).deletingLastPathComponent().path
      let lines = "\(withoutLogins); set -gx PATH \(program) $PATH; source \(script); complete -C '\(line)'"
      let (code, text) = try run("fish", ["--no-config", "-c", lines])
      #expect(code == 0, "\(text)")
      return Set(text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
    }
    #expect(try completions("movienight ").isSuperset(of: Subcommands.current.all.map(\.name) + ["help"]))
    #expect(try completions("movienight house") == ["household"])
    #expect(try completions("movienight help exp") == ["export"])
    #expect(try completions("movienight household inv") == ["invite", "invites"])
    #expect(try completions("movienight preferences set --lik") == ["--likes"])
  }

  @Test func unknownShellIsRefusedWithSuggestion() throws {
    let run = try Run("completions", "zhs", in: folder)
    #expect(run.code == 2 && run.errors.contains("There is no shell 'zhs'. Did you mean zsh?"), "\(run.errors)")
  }

  @Test func installationHasProgramCompletionsAndManual() throws {
    let (code, text) = try run("\(Project.root.path)/scripts/install", [ChildProcess.program, "\(folder.path)/usr"])
    #expect(code == 0, "\(text)")
    let (versionCode, versionText) = try run("\(folder.path)/usr/bin/movienight", ["--version"])
    #expect(versionCode == 0 && versionText == "movienight \(Version.current)\n")
    for path in [
      "bash-completion/completions/movienight", "zsh/site-functions/_movienight",
      "fish/vendor_completions.d/movienight.fish",
    ] {
      #expect(try folder.bytes("usr/share/\(path)").count > 300)
    }
    let pages = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/usr/share/man/man1")
    #expect(Set(pages) == Set(["movienight.1"] + Subcommands.current.all.map { "movienight-\($0.name).1" }))
  }

  @Test(.enabled(if: isInstalled("groff"), "groff is not installed")) func manualPagesRenderWithoutWarnings() throws {
    #expect(try Run("manual", folder.path, in: folder).code == 0)
    for command in Subcommands.current.all {
      let page = "\(folder.path)/movienight-\(command.name).1"
      let (code, text) = try run("groff", ["-man", "-Tascii", "-ww", "-P-cbou", "-rLL=200n", page])
      #expect(code == 0 && !text.contains("warning") && !text.contains("error:"), "\(text)")
      for option in command.options + [.help] { #expect(text.contains(option.label), "\(option.label) in \(text)") }
      for example in command.examples { #expect(text.contains(example.line), "\(example.line) in \(text)") }
    }
    let (code, overview) = try run("groff", ["-man", "-Tascii", "-ww", "-P-cbou", "\(folder.path)/movienight.1"])
    #expect(code == 0 && !overview.contains("warning"), "\(overview)")
    for command in Subcommands.current.all { #expect(overview.contains("movienight-\(command.name)(1)")) }
  }

  @Test func manualMakesItsFolder() throws {
    let made = try Run("manual", "\(folder.path)/a/b/", in: folder)
    #expect(made.code == 0 && made.output.contains(" pages to ") && made.errors.isEmpty, "\(made.errors)")
    #expect(try folder.bytes("a/b/movienight-serve.1").count > 100)
    #expect(try Run("manual", "\(folder.path)/a/b", in: folder).code == 0, "the folder exists")
    try folder.write([], to: "file")
    let refused = try Run("manual", "\(folder.path)/file/man", in: folder)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("/file/man cannot be created: Not a directory"), "\(refused.errors)")
  }
}

private func isInstalled(_ tool: String) -> Bool {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
}
