import Foundation
import MovieNightKit
import Testing

@testable import movienight_web

/// The gateway with programs of others: `curl` as the documents show it, and a generic OpenRPC client.
@Suite struct GatewayToolsTests {
  private static let root = URL(fileURLWithPath: #filePath).pathComponents.dropFirst().dropLast(6)
    .reduce("") { $0 + "/" + $1 }
  /// Where `scripts/install-dependencies test` puts Python's packages.
  private static let python = root + "/.build/python/bin/python"

  @Test func documentedRequestsAreAnswered() async throws {
    try await withGateway { client, _ in
      let output = try await run("/bin/bash", ["-ec", try documented("gateway")], client)
      #expect(output.contains(#""display_name":"Ann""#) && output.contains(#""name":"movienight""#), "\(output)")
    }
  }

  @Test func documentedStreamHasEvents() async throws {
    try await withGateway { client, _ in
      // The stream has no end, so it is cut after the third event.
      let script = try documented("gateway events") + " 2> /dev/null | sed '/^id: 3$/q'"
      let output = try await run("/bin/bash", ["-c", script], client)
      #expect(output.hasSuffix("id: 3\n"), "\(output)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: python)))
  func genericOpenRPCClientCallsTheDescribedMethods() async throws {
    try await withGateway { client, _ in
      let script = Self.root + "/clients/web/Tests/browser/gateway_openrpc.py"
      let output = try await run(Self.python, [script], client)
      #expect(output.contains(#/called \d+ queries/#), "\(output)")
    }
  }

  /// Returns the block of `docs/web.md` with this name, as a reader copies it.
  private func documented(_ name: String) throws -> String {
    let text = try String(contentsOfFile: Self.root + "/docs/web.md", encoding: .utf8)
    let start = try #require(text.firstRange(of: "```sh \(name)\n"))
    let end = try #require(text[start.upperBound...].firstRange(of: "\n```"))
    return String(text[start.upperBound..<end.lowerBound])
  }

  /// Runs a program without blocking a thread that the page's server needs, and returns its output.
  private func run(_ program: String, _ arguments: [String], _ client: GatewayClient) async throws -> String {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = folder.path + "/output"
    try Data().write(to: URL(fileURLWithPath: path))
    let output = try #require(FileHandle(forWritingAtPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SITE": "http://127.0.0.1:\(client.port)", "MOVIENIGHT_TOKEN": client.token,
    ]) { $1 }
    process.standardOutput = output
    process.standardError = output
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(process.terminationStatus == 0, "\(text)")
    return text
  }
}
