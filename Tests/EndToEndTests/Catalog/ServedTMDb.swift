#if TMDb
  import Stores
  import EventStore
  import FakeTMDb
  import Foundation

  /// The ways in which a program can receive its TMDb credential.
  enum TMDbAccess: CaseIterable, Sendable {
    case token, tokenFile, key
  }

  /// A fake TMDb that requires a credential, with the options and variables for the real program.
  struct ServedTMDb {
    static let secret = "eyJhbGciOiJIUzI1NiJ9.\(secretPart).x_y"
    /// A part of the secret. Tests search for this part, so that they also find an incomplete copy of the secret.
    static let secretPart = "S3CR3T-0F-7H1S-T35T"

    let tmdb: FakeTMDb
    private let access: TMDbAccess
    /// The folder with the token file. It is separate, so that tests can search all other folders for the secret.
    private let secrets: TemporaryFolder

    init(_ access: TMDbAccess = .token) throws {
      self.access = access
      tmdb = try FakeTMDb()
      tmdb.credential = access == .key ? .key(Self.secret) : .token(Self.secret)
      secrets = try TemporaryFolder()
      try secrets.write(Array("\(Self.secret)\n".utf8), to: "token")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: tokenFile)
    }

    private var tokenFile: String { "\(secrets.path)/token" }

    var options: [String] { access == .tokenFile ? ["--catalog-token-file", tokenFile] : [] }

    var variables: [String: String] {
      let base = ["MOVIENIGHT_TMDB_URL": tmdb.base]
      return switch access {
      case .token: base.merging(["MOVIENIGHT_TMDB_TOKEN": Self.secret]) { $1 }
      case .tokenFile: base
      case .key: base.merging(["MOVIENIGHT_TMDB_KEY": Self.secret]) { $1 }
      }
    }

    func serve(_ store: StoreAddress, in folder: TemporaryFolder) throws -> ServerProcess {
      access == .tokenFile
        ? try ServerProcess(store, in: folder, "--catalog-token-file", tokenFile, variables: variables)
        : try ServerProcess(store, in: folder, variables: variables)
    }
  }
#endif
