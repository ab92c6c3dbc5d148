#if SQLite
  import Foundation
  import TestSupport
  import Testing

  /// Runs the programs in `docs/clients.md` verbatim, with a connection that is cut after the vote has arrived.
  struct ClientsDocumentTests {
    private static let outcome = "My Neighbor Totoro is watched, loved by 1"

    private func program(_ language: String) throws -> String {
      try Document("docs/clients.md").block("\(language) first-night")
    }

    @Test(arguments: [("python", "night.py", "python3 night.py"), ("javascript", "night.mjs", "node night.mjs")])
    func scriptPlaysNightDespiteCutConnection(_ language: String, _ file: String, _ command: String) throws {
      let guests = try Guests()
      try Data(try program(language).utf8).write(to: URL(fileURLWithPath: "\(guests.folder.path)/\(file)"))
      try expectNight(try guests.runBehindProxy(command, name: "played"))
      #expect(try guests.server.stop() == 0)
    }

    /// Checks that every event arrives once and in order despite the lost connection, and that the vote counts once.
    private func expectNight(_ output: String) throws {
      let events = output.matches(of: #/(?m)^(\d+) (\w+)$/#)
      let positions = events.compactMap { Int($0.1) }
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }, "\(output)")
      for type in ["RoundDrafted", "VotingOpened", "VoteCast", "MoviePicked", "RoundWatched", "RatingGiven"] {
        #expect(events.count { $0.2 == type } == 1, "\(type): \(output)")
      }
      #expect(output.contains(Self.outcome), "\(output)")
    }

    /// The program has its own package, which depends only on the client. So it links no system library, and its
    /// targets may have the names of the server's targets.
    @Test func swiftProgramPlaysNightDespiteCutConnection() throws {
      let guests = try Guests()
      let sources = "\(guests.folder.path)/night/Sources/FirstNight"
      try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
      try Data(try program("swift").utf8).write(to: URL(fileURLWithPath: sources + "/FirstNight.swift"))
      try Data(Self.settings.utf8).write(to: URL(fileURLWithPath: sources + "/Settings.swift"))
      try Data(try snippets().utf8).write(to: URL(fileURLWithPath: sources + "/Snippets.swift"))
      try Data(Self.package.utf8).write(to: URL(fileURLWithPath: "\(guests.folder.path)/night/Package.swift"))
      for target in Self.targets + ["OverHTTP"] {
        let folder = "\(guests.folder.path)/night/Sources/\(target)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("public let name = \"\(target)\"\n".utf8).write(to: URL(fileURLWithPath: folder + "/Name.swift"))
      }
      for (number, snippet) in try snippetsOverHTTP().enumerated() {
        let file = "\(guests.folder.path)/night/Sources/OverHTTP/Snippet\(number).swift"
        try Data(snippet.utf8).write(to: URL(fileURLWithPath: file))
      }
      // Everything is compiled from scratch, which takes minutes while other work is running.
      _ = try guests.run("swift build --package-path night >&2", name: "build", seconds: 1200)
      let output = try guests.runBehindProxy("night/.build/debug/FirstNight", name: "night")
      #expect(output.contains("no: "), "\(output)")
      try expectNight(output)
      let libraries = try guests.run("ldd night/.build/debug/FirstNight", name: "libraries")
      #expect(libraries.contains("libswiftCore"))
      for library in ["sqlite", "libpq", "libcurl", "libcrypt", "Foundation"] {
        #expect(!libraries.contains(library), "it is linked with \(library)")
      }
      #expect(try guests.server.stop() == 0)
    }

    /// Returns the other Swift snippets of the document and of the client's article, to be compiled with the program.
    /// Each snippet is in a function whose parameters are the values that the reader has.
    private func snippets() throws -> String {
      let pieces = try Self.articles.flatMap { try Document($0).blocks }
        .filter { $0.info == "swift" && !$0.text.hasPrefix("//") }
      #expect(pieces.count >= 8)
      let functions = pieces.enumerated().map { number, piece in
        """
        func piece\(number)(
          _ client: MovieNightClient, token: String, member: MemberID, ben: MemberID, round: Round, id: RoundID, movie: MovieID,
          position: EventPosition, path: String
        ) async throws {
        \(piece.text)
        }
        """
      }
      let given = "import MovieNightKit\n\nfunc show(_ value: some Any) {}\nfunc reload() {}\n"
      return ([given] + functions).joined(separator: "\n")
    }

    /// Returns the snippets that need Foundation, each as a file. The program does not link their target.
    private func snippetsOverHTTP() throws -> [String] {
      let pieces = try Self.articles.flatMap { try Document($0).blocks }.filter { $0.info == "swift over-http" }
      #expect(pieces.count == 2)
      return pieces.enumerated().map { number, piece in
        let lines = piece.text.components(separatedBy: "\n")
        let imports = lines.filter { $0.hasPrefix("import ") }.joined(separator: "\n")
        let body = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
        return """
          \(imports)
          func piece\(number)(token: String) throws -> MovieNightClient {
          \(body)
            return client
          }
          """
      }
    }

    private static let articles = ["Sources/MovieNightKit/MovieNightKit.docc/FirstNight.md", "docs/clients.md"]

    /// Targets of the app that share a name with targets of this package.
    private static let targets = ["Domain", "Server", "Catalog", "Commands", "Console", "Platform", "Primitives"]

    private static let package = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "night",
        dependencies: [.package(name: "movienight", path: "\(Project.root.path)", traits: [])],
        targets: [
          \(targets.map { ".target(name: \"\($0)\")," }.joined())
          .target(
            name: "OverHTTP", dependencies: [.product(name: "MovieNightFoundation", package: "movienight"),
              .product(name: "MovieNightKit", package: "movienight")]),
          .executableTarget(
            name: "FirstNight", dependencies: [
              \(targets.map { "\"\($0)\"," }.joined()) .product(name: "MovieNightKit", package: "movienight"),
            ])
        ]
      )
      """

    /// The part of the program that the document leaves to its reader.
    private static let settings = """
      import Glibc
      \(targets.map { "import \($0)" }.joined(separator: "\n"))

      func settings() throws -> (address: String, token: String) {
        (String(cString: getenv("MOVIENIGHT_CONNECT")), String(cString: getenv("MOVIENIGHT_TOKEN")))
      }
      """
  }

  /// A server with a household of two, and a member's token.
  private struct Guests {
    let server: RunningServer
    private let token: String

    var folder: ReaderFolder { server.folder }

    init() throws {
      server = try RunningServer(ReaderFolder())
      let created = try server.folder.run(
        #"./movienight household create --name "Friday Films" --creator Ann"#,
        name: "create", variables: [:])
      token = String(try #require(created.firstMatch(of: #/mn_[A-Za-z0-9_-]{86}/#), "\(created)").0)
      _ = try run("./movienight household add-child Ben", name: "child")
    }

    /// Runs lines behind a proxy, and fails unless the proxy has cut their connection.
    func runBehindProxy(_ lines: String, name: String) throws -> String {
      let script = Project.root.appendingPathComponent("Tests/DocumentationTests/Clients/cutting_proxy.py").path
      let target = server.address.split(separator: ":").map(String.init)
      let proxy = try folder.start("/usr/bin/env", ["python3", script] + target, name: "proxy", variables: [:])
      defer { proxy.terminate() }
      try wait("the proxy") { try folder.text("proxy.out").hasSuffix("\n") || !proxy.isRunning }
      let ports = try folder.text("proxy.out").split(separator: "\n")
      let output = try run(lines, name: name, address: "127.0.0.1:\(try #require(ports.first))")
      #expect(try folder.text("proxy.err").contains("cut"))
      return output
    }

    func run(_ lines: String, name: String, address: String? = nil, seconds: Int = 120) throws -> String {
      try folder.run(
        lines, name: name,
        variables: [
          "MOVIENIGHT_CONNECT": address ?? server.address, "MOVIENIGHT_TOKEN": token,
          "PATH": "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
        ], seconds: seconds)
    }
  }
#endif
