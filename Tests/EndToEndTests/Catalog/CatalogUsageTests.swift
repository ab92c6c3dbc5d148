#if TMDb
  import FakeTMDb
  import Foundation
  import Glibc
  import Testing

  /// Usage errors of the catalog options of `serve`. Each message tells the operator what to do, and none shows a
  /// secret.
  @Suite struct CatalogUsageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func expectRefusal(
      _ words: String..., variables: [String: String] = [:], saying hints: String..., not others: String = ""
    ) throws {
      let run = try Run(
        ["serve", "--store", "memory", "--listen", "127.0.0.1:0", "--socket", "\(folder.path)/s"] + words, in: folder,
        variables: variables)
      #expect(run.code == 2 && run.output.isEmpty, "\(run.output)\(run.errors)")
      for hint in hints { #expect(run.errors.contains(hint), "\(run.errors)") }
      #expect(!run.errors.contains(ServedTMDb.secretPart), "\(run.errors)")
      if !others.isEmpty { #expect(!run.errors.contains(others), "\(run.errors)") }
    }

    private func writeToken(_ text: String, mode: Int = 0o600) throws -> String {
      try folder.write(Array(text.utf8), to: "token")
      let path = "\(folder.path)/token"
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      return path
    }

    // MARK: Tokens and keys

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o644, 0o666])
    func tokenFileAccessibleToOthersIsRefused(mode: Int) throws {
      let path = try writeToken(ServedTMDb.secret, mode: mode)
      try expectRefusal("--catalog-token-file", path, saying: path, "chmod 600 \(path)")
    }

    private static let invalidTokens = [
      "\n", " \n\t", "\(ServedTMDb.secret)\n\(ServedTMDb.secret)", "\(ServedTMDb.secret)\u{1B}[31m",
      "\(ServedTMDb.secret)\r\nX-Other: 1", "\(ServedTMDb.secret) \(ServedTMDb.secret)", "\(ServedTMDb.secret)é",
      String(repeating: ServedTMDb.secret, count: 30),
    ]

    @Test(
      arguments: ["", "\(ServedTMDb.secret)\u{0}", String(repeating: ServedTMDb.secret, count: 300)] + invalidTokens)
    func tokenFileWithoutValidTokenIsRefused(text: String) throws {
      try expectRefusal("--catalog-token-file", writeToken(text), saying: "https://www.themoviedb.org/settings/api")
    }

    @Test(arguments: ["MOVIENIGHT_TMDB_TOKEN", "MOVIENIGHT_TMDB_KEY"], [""] + invalidTokens)
    func variableWithoutValidTokenIsRefused(variable: String, text: String) throws {
      try expectRefusal(
        "--catalog", "tmdb", variables: [variable: text], saying: "https://www.themoviedb.org/settings/api")
    }

    @Test func missingOrIrregularTokenFileIsRefused() throws {
      try expectRefusal("--catalog-token-file", "\(folder.path)/missing", saying: "cannot be read")
      try expectRefusal("--catalog-token-file", folder.path, saying: "it is a folder")
      // No process writes to the pipe, and `serve` must not wait for one.
      let pipe = "\(folder.path)/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      try expectRefusal("--catalog-token-file", pipe, saying: "it is a named pipe")
    }

    @Test func tokenIsSentInsteadOfKeyWhenBothAreSet() throws {
      let served = try ServedTMDb()
      let variables = served.variables.merging(["MOVIENIGHT_TMDB_KEY": "0123456789abcdef0123456789abcdef"]) { $1 }
      let server = try ServerProcess(.memory, in: folder, variables: variables)
      try server.administrator().result("movies.get", #""tmdb_movie_id":550"#)
      #expect(served.tmdb.requests.allSatisfy { $0["api_key"] == nil })
      #expect(try server.terminate() == 0)
    }

    // MARK: Addresses of TMDb

    @Test(arguments: ["ftp://films.example", "films.example/3", "http://films.example/3"])
    func invalidAddressIsReportedWithItsVariable(text: String) throws {
      let (api, images) = ("MOVIENIGHT_TMDB_URL", "MOVIENIGHT_TMDB_IMAGE_URL")
      let token = ["MOVIENIGHT_TMDB_TOKEN": ServedTMDb.secret]
      try expectRefusal(
        variables: token.merging([api: text]) { $1 }, saying: "\(api): \(text)", "https://api.themoviedb.org/3",
        not: "IMAGE")
      try expectRefusal(
        variables: token.merging([images: text]) { $1 }, saying: "\(images): \(text)", "https://image.tmdb.org/t/p/",
        not: "api.themoviedb.org")
    }

    @Test func secretInAddressIsNotShown() throws {
      for variable in ["MOVIENIGHT_TMDB_URL", "MOVIENIGHT_TMDB_IMAGE_URL"] {
        let text = "https://me:\(ServedTMDb.secret)@films.example/3"
        try expectRefusal(
          variables: ["MOVIENIGHT_TMDB_TOKEN": ServedTMDb.secret, variable: text], saying: "\(variable): ")
      }
    }
  }
#endif
