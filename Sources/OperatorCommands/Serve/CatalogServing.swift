import Stores
import Catalog
import Console
import Glibc
import Server

/// Determines which catalog a server uses, from its options and environment variables (`docs/catalog.md`, "Sources").
struct CatalogServing {
  static let options = [catalog, tokenFile, language, timeToLive, cache, entries]

  private static let catalog = CommandOption.value(
    "catalog", "SOURCE",
    "The source of facts about movies and series: none, demo (built in), tmdb or file:PATH. The default is tmdb with a "
      + "token or key, else none.",
    variable: "MOVIENIGHT_CATALOG")
  private static let tokenFile = CommandOption.value(
    "catalog-token-file", "PATH",
    "A file with TMDb's API read access token, readable only by you. Or set MOVIENIGHT_TMDB_TOKEN.")
  private static let language = CommandOption.value(
    "catalog-language", "LANGUAGE", "The language of titles and overviews.", fallback: CatalogOptions.english)
  private static let timeToLive = CommandOption.value(
    "catalog-ttl", "TIME", "How long a cached answer stays fresh: 24h, 90m, 2s.", fallback: "24h")
  private static let cache = CommandOption.value(
    "catalog-cache", "PATH",
    "The folder of cached answers. By default beside the store; for PostgreSQL in your cache folder.")
  private static let entries = CommandOption.value(
    "catalog-entries", "N", "The maximum number of cached answers.",
    fallback: "\(CatalogConfiguration.defaultEntries)")

  /// Whether no option, variable or credential selects a source.
  var isUnnamed: Bool { arguments.value(Self.catalog) == nil && !hasCredential }

  private let arguments: Arguments
  private let variables: [String: String]

  init(_ arguments: Arguments, _ environment: Environment) {
    self.arguments = arguments
    variables = environment.variables
  }

  /// Returns the catalog's configuration; nil for no catalog. If `isDemo` and no option names one, it is the built-in
  /// one. By default, answers of TMDb are cached beside `store`. Throws `UsageError`, or `CommandFailure` if a file is
  /// not a catalog.
  func configuration(isDemo: Bool, beside store: StoreAddress) throws -> CatalogConfiguration? {
    let options = try catalogOptions()
    let entries = try arguments.integer(Self.entries, in: 1...10_000_000) ?? CatalogConfiguration.defaultEntries
    let imageURL = try imageURL()
    switch try source(isDemo: isDemo) {
    case .none: return nil
    case .demo:
      let source = try file { () throws(CatalogFileError) in FileSource(try FileCatalog(lines: DemoCatalog.lines)) }
      return CatalogConfiguration(options: options, imageURL: imageURL) { _, _ in .init(source) }
    case .file(let path):
      let source = try file { () throws(CatalogFileError) in
        try FileSource(path: path, language: options.language)
      }
      return CatalogConfiguration(options: options, imageURL: imageURL) { _, _ in .init(source) }
    case .tmdb:
      let cache = try arguments.value(Self.cache).map { (path) throws(UsageError) in
        guard !path.isEmpty else { throw UsageError("--catalog-cache takes the path of a folder") }
        return path
      }
      return try tmdb(
        options, cache: cache ?? Self.defaultCache(beside: store, variables), entries: entries, imageURL: imageURL)
    }
  }

  /// Returns the cache's default path; nil for a store in memory, or if no variable names the user's folder.
  static func defaultCache(beside store: StoreAddress, _ variables: [String: String]) -> String? {
    switch store {
    case .memory: return nil
    case .journal(let directory): return "\(directory)/catalog"
    case .sqlite(let path):
      let place = Files.realPath(of: path)
      return "\(Files.parent(of: place))/catalog-\(place.split(separator: "/").last ?? "").d"
    case .postgres:
      func folder(_ name: String) -> String? { variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
      let home = folder("XDG_CACHE_HOME") ?? folder("HOME").map { "\($0)/.cache" }
      return home.map { "\($0)/movienight/catalog" }
    }
  }

  private func file(_ read: () throws(CatalogFileError) -> FileSource) throws(CommandFailure) -> FileSource {
    do throws(CatalogFileError) { return try read() } catch {
      throw CommandFailure("\(error). `movienight catalog export` writes valid files.")
    }
  }

  // MARK: Choice of the source

  private enum Source {
    case none, demo, tmdb
    case file(String)
  }

  private func source(isDemo: Bool) throws(UsageError) -> Source {
    guard let word = arguments.value(Self.catalog) else {
      return hasCredential ? .tmdb : isDemo ? .demo : .none
    }
    switch word {
    case "none": return .none
    case "demo": return .demo
    case "tmdb": return .tmdb
    case _ where word.hasPrefix("file:") && word.utf8.count > 5: return .file(String(word.dropFirst(5)))
    default: throw UsageError("--catalog takes none, demo, tmdb or file:PATH, not \(word)")
    }
  }

  private func catalogOptions() throws -> CatalogOptions {
    let language = arguments.value(Self.language) ?? CatalogOptions.english
    guard CatalogLanguage.isWellFormed(language) else {
      throw UsageError("--catalog-language takes a language code, for example de or pt-BR, not \(language)")
    }
    let time = arguments.value(Self.timeToLive) ?? "24h"
    guard let policy = CachePolicy(text: time) else {
      throw UsageError("--catalog-ttl takes a duration of up to 180 days, for example 24h, 90m or 2s, not \(time)")
    }
    return CatalogOptions(language: language, policy: policy)
  }

  // MARK: TMDb's addresses and credential

  /// Returns the value of an environment variable; nil if it is unset or empty.
  private func value(_ variable: String) -> String? { variables[variable].flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the address of images, which ends with a slash; nil for TMDb's own.
  private func imageURL() throws(UsageError) -> String? {
    let variable = "MOVIENIGHT_TMDB_IMAGE_URL"
    guard let text = value(variable) else { return nil }
    do throws(TMDbOptionsError) { return try ServiceAddress(text).text + "/" } catch {
      throw UsageError("\(variable): \(error), for example \(ImageSizes.builtIn.baseURL)")
    }
  }

  private var hasCredential: Bool {
    arguments.value(Self.tokenFile) != nil || Self.credentialVariables.contains { value($0) != nil }
  }

  /// The file with the certificate authorities to trust; nil to use the machine's.
  var certificates: String? { value("SSL_CERT_FILE") }

  private static let credentialVariables = ["MOVIENIGHT_TMDB_TOKEN", "MOVIENIGHT_TMDB_KEY"]

  /// Returns the credential for TMDb; nil if there is none. The token file has priority, because it was named
  /// explicitly. A token has priority over a key, because it is the newer kind of credential.
  private func credential() throws -> TMDbCredential? {
    let file = try arguments.value(Self.tokenFile).map { (path) throws(UsageError) in try Self.secret(inFile: path) }
    do throws(TMDbOptionsError) {
      if let file { return try .token(file) }
      if let token = value("MOVIENIGHT_TMDB_TOKEN") { return try .token(token) }
      if let key = value("MOVIENIGHT_TMDB_KEY") { return try .key(key) }
      return nil
    } catch {
      throw UsageError("\(error)")
    }
  }

  #if TMDb
    private func tmdb(
      _ options: CatalogOptions, cache: String?, entries: Int, imageURL: String?
    ) throws -> CatalogConfiguration {
      guard let credential = try credential() else {
        throw UsageError(
          "--catalog tmdb needs a token or key: set MOVIENIGHT_TMDB_TOKEN or MOVIENIGHT_TMDB_KEY, or name a file with "
            + "--catalog-token-file. "
            + "TMDb issues them at https://www.themoviedb.org/settings/api")
      }
      let tmdb: TMDbOptions
      do throws(TMDbOptionsError) {
        tmdb = try TMDbOptions(credential, base: value("MOVIENIGHT_TMDB_URL") ?? TMDbOptions.defaultBase)
      } catch {
        throw UsageError("MOVIENIGHT_TMDB_URL: \(error), for example \(TMDbOptions.defaultBase)")
      }
      guard TMDbConnection.isPossible else {
        throw CommandFailure(
          "--catalog tmdb needs libcurl, which cannot be loaded", hint: "Install it: apt-get install libcurl4")
      }
      // Core dumps could be read by other users, so the credential must not be in them.
      keepMemoryFromCoreDumps()
      let certificates = certificates
      return CatalogConfiguration(
        options: options, cache: cache, entries: entries, imageURL: imageURL, host: tmdb.host
      ) { clock, schedule in
        let connection = TMDbConnection(
          tmdb, language: options.language, userAgent: "movienight/\(Version.current)", certificates: certificates,
          clock: clock, schedule: schedule)
        return .init(connection.source, stop: { connection.stop() })
      }
    }
  #else
    private func tmdb(
      _ options: CatalogOptions, cache: String?, entries: Int, imageURL: String?
    ) throws -> CatalogConfiguration {
      throw UsageError(
        "this program was built without TMDb. Build it with --traits TMDb (it needs libcurl4-openssl-dev), or use "
          + "--catalog file:PATH")
    }
  #endif
}
