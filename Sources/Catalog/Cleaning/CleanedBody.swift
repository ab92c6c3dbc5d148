import MovieNightPrimitives

/// A cleaned answer of TMDb, whose facts are all within bounds (`docs/catalog.md`, "The upstream is hostile").
///
///     let body = try CleanedBody(bytes, answering: .movie(550))
///     let english = body.lacksText ? try? CleanedBody(bytesInEnglish(), answering: .movie(550)) : nil
///     let facts = try body.facts(filledFrom: english)
public struct CleanedBody: Equatable, Sendable {
  /// The maximum size of a body in bytes, after decompression.
  public static let maximumBytes = 8 << 20
  /// The maximum number of member names and values on all levels. TMDb's bodies have one in about twelve bytes. At this
  /// limit, the values take 8 MiB besides the body. Without a limit, a body of the shortest values would take 64 MiB.
  public static let maximumValues = 500_000

  /// The facts before missing texts are filled from English. The name of a movie or series can be empty here.
  private let unfilled: CatalogFacts
  /// The number of dropped entries: without id or name, duplicate, or beyond the limit. Those for adults do not count.
  public let dropped: Int

  /// Cleans a body that was requested in `language`. Throws if it does not answer the question; a name may be missing.
  public init(
    _ bytes: [UInt8], answering question: CatalogQuestion, in language: String = CatalogOptions.english
  ) throws(UnexpectedBody) {
    let json = try Self.read(bytes)
    var cleaner = BodyCleaner()
    unfilled =
      switch question {
      case .movie(let id): .movie(try cleaner.movie(json, id: id, in: language))
      case .series(let id): .series(try cleaner.series(json, id: id))
      case .season(let series, let season): .season(try cleaner.season(json, series: series, season: season))
      case .episode(let series, let season, let episode):
        .episode(try BodyCleaner.episode(json, series: series, season: season, episode: episode))
      case .searchMovies(_, _, let page), .discover(_, let page): .movies(try cleaner.movies(json, page: page))
      case .searchSeries(_, _, let page): .seriesPage(try cleaner.seriesPage(json, page: page))
      case .find: .found(try cleaner.found(json))
      case .genres: .genres(try cleaner.genreList(json))
      case .providers: .providers(try cleaner.providerList(json))
      case .configuration: .configuration(try cleaner.imageSizes(json))
      }
    dropped = cleaner.dropped
  }

  /// Whether the same question in English could fill a missing name or overview.
  public var lacksText: Bool { unfilled.lacksText }

  /// Returns the facts, with missing texts filled from English. Throws if a movie or series has no name at all.
  public func facts(filledFrom english: CleanedBody? = nil) throws(UnexpectedBody) -> CatalogFacts {
    let facts = english.map { unfilled.filled(from: $0.unfilled) } ?? unfilled
    switch facts {
    case .movie(let movie) where movie.title.isEmpty: throw .without("title")
    case .series(let series) where series.name.isEmpty: throw .without("name")
    default: return facts
    }
  }

  private static func read(_ bytes: [UInt8]) throws(UnexpectedBody) -> JSONValue {
    guard bytes.count <= maximumBytes else { throw .tooLarge }
    guard valueCountBound(in: bytes) <= maximumValues else { throw .tooManyValues }
    do throws(JSONError) {
      return try JSONDocument(bytes).root
    } catch {
      throw .notJSON(error)
    }
  }

  /// Returns an upper bound for values and names: 1 plus the number of `[`, `{`, `,` and `:` outside of strings.
  private static func valueCountBound(in bytes: [UInt8]) -> Int {
    var count = 1
    var index = 0
    var isInString = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"): count += isInString ? 0 : 1
      default: break
      }
      index += 1
    }
    return count
  }
}
