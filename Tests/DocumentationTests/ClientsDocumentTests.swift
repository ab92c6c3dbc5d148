#if SQLite
  import Foundation
  import TestSupport
  import Testing

  /// The programs of `docs/clients.md` play a night as they stand.
  struct ClientsDocumentTests {
    private static let outcome = "My Neighbor Totoro is watched, loved by 1"

    private func program(_ language: String) throws -> String {
      try Document("docs/clients.md").block("\(language) first-night")
    }

    @Test(arguments: [
      ("python", "night.py", "python3 night.py"), ("sh", "night.sh", "sh night.sh"),
      // What Node does from version 22.6 on, and an older one does not.
      ("typescript", "night.ts", "esbuild night.ts --log-level=error --format=esm --outfile=night.mjs; node night.mjs"),
    ])
    func aNightIsPlayed(_ language: String, _ file: String, _ command: String) throws {
      let guests = try Guests()
      try Data(try program(language).utf8).write(to: URL(fileURLWithPath: "\(guests.folder.path)/\(file)"))
      let output = try guests.run(command, name: "played")
      #expect(output.contains(Self.outcome), "\(output)")
      #expect(try guests.server.stop() == 0)
    }

    /// In a package of its own, that depends on the client alone: it is built without any system library.
    @Test func aNightIsPlayedInSwift() throws {
      let guests = try Guests()
      let sources = "\(guests.folder.path)/night/Sources/FirstNight"
      try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
      try Data(try program("swift").utf8).write(to: URL(fileURLWithPath: sources + "/FirstNight.swift"))
      try Data(Self.settings.utf8).write(to: URL(fileURLWithPath: sources + "/Settings.swift"))
      try Data(try snippets().utf8).write(to: URL(fileURLWithPath: sources + "/Snippets.swift"))
      try Data(Self.package.utf8).write(to: URL(fileURLWithPath: "\(guests.folder.path)/night/Package.swift"))
      _ = try guests.run("swift build --package-path night", name: "build")
      let output = try guests.run("night/.build/debug/FirstNight", name: "night")
      #expect(output.contains("no: ") && output.contains(Self.outcome), "\(output)")
      let libraries = try guests.run("ldd night/.build/debug/FirstNight", name: "libraries")
      #expect(libraries.contains("libswiftCore"))
      for library in ["sqlite", "libpq", "libcurl", "libcrypt", "Foundation"] {
        #expect(!libraries.contains(library), "it is linked with \(library)")
      }
      #expect(try guests.server.stop() == 0)
    }

    /// What stands beside the program, and in the client's article, so that it is compiled with it: each piece in a function, which
    /// has what its reader has.
    private func snippets() throws -> String {
      let article = "Sources/MovieNightClient/MovieNightClient.docc/FirstNight.md"
      let pieces = try [article, "docs/clients.md"].flatMap { try Document($0).blocks }
        .filter { $0.info == "swift" && !$0.text.hasPrefix("//") }
      #expect(pieces.count >= 8)
      let functions = pieces.enumerated().map { number, piece in
        """
        func piece\(number)(
          _ client: MovieNightClient, token: String, member: MemberID, ben: MemberID, round: Round, id: RoundID, movie: Int,
          position: Int, path: String
        ) async throws {
        \(piece.text)
        }
        """
      }
      let given = "import MovieNightClient\n\nfunc show(_ value: some Any) {}\nfunc reload() {}\n"
      return ([given] + functions).joined(separator: "\n")
    }

    private static let package = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "night",
        dependencies: [.package(name: "movienight", path: "\(Project.root.path)", traits: [])],
        targets: [
          .executableTarget(
            name: "FirstNight", dependencies: [.product(name: "MovieNightClient", package: "movienight")])
        ]
      )
      """

    /// What the document leaves to its reader.
    private static let settings = """
      import Glibc

      func settings() throws -> (address: String, token: String) {
        (String(cString: getenv("MOVIENIGHT_CONNECT")), String(cString: getenv("MOVIENIGHT_TOKEN")))
      }
      """
  }

  /// A server, and a household of two with a token.
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

    func run(_ lines: String, name: String) throws -> String {
      try folder.run(
        lines, name: name,
        variables: [
          "MOVIENIGHT_CONNECT": server.address, "MOVIENIGHT_TOKEN": token,
          "PATH": "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
        ])
    }
  }
#endif
