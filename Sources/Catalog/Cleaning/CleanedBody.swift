import MovieNightPrimitives

/// What TMDb answered, cleaned: whatever the body holds, its facts are within their bounds
/// (`docs/catalog.md`, "The upstream is hostile").
///
///     let body = try CleanedBody(bytes, answering: .movie(550))
///     let english = body.lacksText ? try? CleanedBody(bytesInEnglish(), answering: .movie(550)) : nil
///     let facts = try body.facts(filledFrom: english)
public struct CleanedBody: Equatable, Sendable {
  /// After inflation.
  public static let maximumBytes = 8 << 20
  /// Names and values of all levels. TMDb says one in about twelve bytes; that many take 8 MiB beside the body,
  /// where a body of the shortest values alone would take 64.
  public static let maximumValues = 500_000

  /// The name of a movie or series can be empty here: English may have it.
  private let unfilled: CatalogFacts
  /// How many entries of its lists were left out: without id and name, there before, or more than a list may have. Those
  /// that are not for children are left out too, and not counted: nothing is wrong with them.
  public let dropped: Int

  /// - Parameter language: in which it was asked.
  /// - Throws: where the body does not answer the question. Whether a movie or series has a name shows in `facts`.
  public init(
    _ bytes: [UInt8], answering question: CatalogQuestion, in language: String = CatalogOptions.english
  ) throws(UnfittingBody) {
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

  /// Whether the same question in English could add a name or an overview that is missing.
  public var lacksText: Bool { unfilled.lacksText }

  /// The facts, and the texts that they lack from those in English.
  ///
  /// - Throws: for a movie or series that has no name in either.
  public func facts(filledFrom english: CleanedBody? = nil) throws(UnfittingBody) -> CatalogFacts {
    let facts = english.map { unfilled.filled(from: $0.unfilled) } ?? unfilled
    switch facts {
    case .movie(let movie) where movie.title.isEmpty: throw .without("title")
    case .series(let series) where series.name.isEmpty: throw .without("name")
    default: return facts
    }
  }

  private static func read(_ bytes: [UInt8]) throws(UnfittingBody) -> JSONValue {
    guard bytes.count <= maximumBytes else { throw .tooLarge }
    guard valuesAtMost(in: bytes) <= maximumValues else { throw .tooManyValues }
    do throws(JSONError) {
      return try JSONDocument(bytes).root
    } catch {
      throw .notJSON(error)
    }
  }

  /// A value or name is the text's first, or stands behind one of `[`, `{`, `,` and `:`.
  private static func valuesAtMost(in bytes: [UInt8]) -> Int {
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
