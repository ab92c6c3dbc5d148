import Foundation
import Testing

@testable import movienight_web

/// The program as people start it.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  @Test func helpVersionAndMistakesEndWithTheirCodes() async throws {
    let help = try await Run("--help")
    let version = try await Run("--version")
    let mistake = try await Run("srve")
    #expect(help.code == 0 && help.output.contains("--listen HOST:PORT"))
    #expect(version.code == 0 && version.output.hasPrefix("movienight-web "))
    #expect(mistake.code == 64 && mistake.errors == "movienight-web: There is no command srve. Did you mean serve?\n")
  }

  @Test func anAddressInUseEndsWithASentence() async throws {
    try await withSite { running in
      let folder = TemporaryFolder()
      let run = try await Run("serve", "--listen", "127.0.0.1:\(running.port)", "--data", folder.path)
      #expect(run.code == 1)
      #expect(
        run.errors == "movienight-web: 127.0.0.1:\(running.port) is in use. Choose another address with --listen.\n")
    }
  }

  @Test func aThousandPagesStayOpenBesideOneThatTakesNothing() async throws {
    let server = try await MovieNightServer()
    let token = try await server.household()
    let folder = TemporaryFolder()
    Program.raiseDescriptorLimit()
    // The program raises its own limit, too.
    let program = try RunningProgram(
      "/bin/sh",
      [
        "-c", #"ulimit -Sn 512; exec "$0" "$@""#, web, "serve", "--listen", "127.0.0.1:0", "--connect",
        "\(server.address)", "--data", folder.path, "--trusted-proxy", "127.0.0.1",
      ])
    let line = await program.output { $0.contains("\n") }
    let port = try #require(line.split(separator: ":").last.flatMap { Int($0.trimmed) })
    let first = Browser(port, headers: ["X-Forwarded-For: 10.0.0.255"])
    try await first.signIn(token)
    let stalled = try await EventStream(first, isReading: false)
    var streams: [EventStream] = []
    for number in 0..<1000 {
      let browser = Browser(port, headers: ["X-Forwarded-For: 10.0.0.\(number / 50)"])
      for (name, value) in first.cookies { browser.set(name, value) }
      streams.append(try await EventStream(browser))
    }
    for stream in streams { _ = await stream.next { $0.contains("event: change") } }
    try await server.client(token).households.update(name: "New Films")
    for stream in streams {
      let change = await stream.next { $0.contains("event: change") }
      #expect(change.contains("data: household"))
    }
    stalled.close()
    program.send(SIGTERM)
    #expect(await program.end() == 0)
  }

  @Test func aDataFolderServesOnePageServerAtATime() async throws {
    let folder = TemporaryFolder()
    let first = try RunningProgram(web, ["serve", "--listen", "127.0.0.1:0", "--data", folder.path])
    _ = await first.output { $0.contains("ready") }
    let second = try await Run("serve", "--listen", "127.0.0.1:0", "--data", folder.path)
    #expect(second.code == 1)
    #expect(
      second.errors
        == "movienight-web: Another movienight-web uses the folder \(folder.path). Give this one its own with --data.\n"
    )
    first.send(SIGKILL)
    _ = await first.end()
    let third = try RunningProgram(web, ["serve", "--listen", "127.0.0.1:0", "--data", folder.path])
    let line = await third.output { $0.contains("\n") }
    #expect(line.hasPrefix("ready"))
    third.send(SIGTERM)
    #expect(await third.end() == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalEndsItInOrderAlsoWithOpenPages(signal: Int32) async throws {
    let server = try await MovieNightServer()
    let token = try await server.household()
    let folder = TemporaryFolder()
    let program = try RunningProgram(
      web, ["serve", "--listen", "127.0.0.1:0", "--connect", "\(server.address)", "--data", folder.path])
    let line = await program.output { $0.contains("\n") }
    let port = try #require(
      line.split(separator: ":").last.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
    #expect(line.hasPrefix("ready http://127.0.0.1:"))
    let browser = Browser(port)
    try await browser.signIn(token)
    let stream = try await EventStream(browser)
    _ = await stream.next { $0.contains("event: change") }
    program.send(signal)
    _ = await stream.end()
    #expect(await program.end() == 0)

    // The session is still there after a restart.
    let again = try RunningProgram(
      web, ["serve", "--listen", "127.0.0.1:\(port)", "--connect", "\(server.address)", "--data", folder.path])
    _ = await again.output { $0.contains("\n") }
    let page = try await browser.get("/tonight")
    #expect(page.text.contains("No round is open"))
    again.send(SIGTERM)
    #expect(await again.end() == 0)
  }
}

/// The outcome of a program that ends by itself.
private struct Run {
  let code: Int32
  let output: String
  let errors: String

  init(_ arguments: String...) async throws {
    let program = try RunningProgram(web, arguments)
    code = await program.end()
    output = await program.output { _ in false }
    errors = await program.errors()
  }
}

private let web = TemplateFiles.sources.deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent(".build/debug/movienight-web").path
