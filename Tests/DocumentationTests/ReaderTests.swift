#if SQLite
  import Foundation
  import TestSupport
  import Testing

  /// The commands in the documents and in the server's output work verbatim.
  struct ReaderTests {
    @Test func readmeCommandsWork() throws {
      let blocks = try Document("README.md").blocks.filter { $0.info == "sh first-night" }
      #expect(blocks.count == 3)
      let night = try #require(blocks.first).text
      #expect(night.split(separator: "\n").count == 10, "a first night in ten lines")

      let server = try RunningServer(ReaderFolder())
      let output = try server.folder.run(
        blocks.map(\.text).joined(separator: "\n"), name: "readme",
        variables: ["MOVIENIGHT_CONNECT": server.address])
      // These come from the results, the night, the session, the history, the health, the events, the line through nc,
      // and the backups.
      for expected in [
        "My Neighbor Totoro leads.", "Yet to rate: Ben", "My Neighbor Totoro  ★ Picked", "▲ Ann, Ben",
        "Ann  ♥ Loved",
        "Watch History", #""status":"ok""#, "MoviePicked", #""result":{"name":"movienight""#, "intact ",
      ] {
        #expect(output.contains(expected), "not there: \(expected)")
      }
      #expect(!output.contains("differs"))
      #expect(try server.stop() == 0)
    }

    @Test func commandsPrintedByServerWork() throws {
      let server = try RunningServer(ReaderFolder())
      let output = try server.folder.run(try server.advice, name: "advice", variables: [:])
      for expected in ["Paddington 2", #""status":"voting""#, #""role":"creator""#, #""next_cursor":""#] {
        #expect(output.contains(expected), "not there: \(expected)")
      }
      #expect(try server.stop() == 0)
    }

    @Test func newHouseholdIsLoggedInToAtItsServersAddress() throws {
      let server = try RunningServer(ReaderFolder())
      let create = "./movienight household create --name Films --creator Ann | ./movienight login"
      let output = try server.folder.run(create, name: "create", variables: [:])
      #expect(output == "Logged in to Films as Ann, at \(server.address).\n")
      let again = try server.folder.run(create, name: "again", variables: [:])
      #expect(again.hasPrefix("Logged in to Films (Ann) as Ann, at "), "a login changes nothing: \(again)")

      // The server of a login or of MOVIENIGHT_CONNECT is asked instead of making a store in another folder.
      let other = try ReaderFolder()
      let refused = "if ./movienight household create --name Films --creator Bob; then exit 1; fi; test ! -e data"
      for variables in [
        ["XDG_CONFIG_HOME": "\(server.folder.path)/config"], ["MOVIENIGHT_CONNECT": server.address],
      ] {
        _ = try other.run(refused, name: "refused", variables: variables)
        let errors = try other.text("refused.err")
        #expect(errors.contains("\(server.address) takes this command only from its administrator"), "\(errors)")
      }
      #expect(try server.stop() == 0)
    }

    @Test func makeTargetsInDocumentsExist() throws {
      let makefile = try Project.text("Makefile")
      let texts = try Document.all().map(\.text)
      let words = Set(
        texts.flatMap { $0.matches(of: #/(?:`|^)make ([a-z-]+)(?:`|\s)/#.anchorsMatchLineEndings()).map(\.1) })
      #expect(words.isSuperset(of: ["run", "test"]))
      for word in words { #expect(makefile.contains("\n\(word):"), "make \(word)") }
    }
  }
#endif
