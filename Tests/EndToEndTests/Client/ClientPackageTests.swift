import Foundation
import Testing

/// An app that wants the client gets the client.
@Suite struct ClientPackageTests {
  /// It builds with nothing but the toolchain, and no library of the server's comes with it.
  @Test func aPackageThatDependsOnTheClientGetsNoLibraryOfTheServers() throws {
    let folder = try TemporaryFolder()
    let root = "/" + URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "app", platforms: [.macOS(.v15)],
        dependencies: [.package(path: "\(root)", traits: [])],
        targets: [
          .executableTarget(
            name: "app",
            dependencies: [.product(name: "MovieNightClient", package: "\(URL(filePath: root).lastPathComponent)")])
        ])
      """
    let app = """
      import MovieNightClient
      @main enum App {
        static func main() async {
          let client = MovieNightClient(to: .tcp(host: "localhost", port: 1), options: .init(reconnectTimeout: .zero))
          do {
            _ = try await client.call("server.ping")
          } catch {
            print(error)
          }
        }
      }
      """
    try folder.write(Array(manifest.utf8), to: "Package.swift")
    try FileManager.default.createDirectory(atPath: "\(folder.path)/Sources/app", withIntermediateDirectories: true)
    try folder.write(Array(app.utf8), to: "Sources/app/App.swift")

    let build = try ChildProcess(
      ["build", "--package-path", folder.path, "--scratch-path", "\(folder.path)/build"], of: "swift", in: folder)
    #expect(try build.waitForEnd() == 0, "\(build.output)\(build.errors)")
    let built = "\(folder.path)/build/debug/app"
    let libraries = try ChildProcess([built], of: "ldd", in: folder)
    #expect(try libraries.waitForEnd() == 0)
    #expect(libraries.output.contains("libc.so"))
    for library in ["sqlite", "libpq", "libcurl", "libcrypt", "Foundation"] {
      #expect(!libraries.output.contains(library), "\(libraries.output)")
    }
    let run = try ChildProcess([], of: built, in: folder)
    #expect(try run.waitForEnd() == 0)
    #expect(run.output.hasPrefix("No connection to localhost:1: "))
  }
}
