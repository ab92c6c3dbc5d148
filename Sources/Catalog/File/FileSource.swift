import Glibc
import MovieNightPrimitives

/// A source that answers questions from a catalog file, without a network.
public final class FileSource: CatalogSource {
  public let name = CatalogSourceName.file
  private let catalog: FileCatalog

  public init(_ catalog: FileCatalog) { self.catalog = catalog }

  /// Reads a catalog file, as `catalog export` writes it. If it has several languages, prefers `language`.
  /// - Throws: The first error, with the path of the file and the line number.
  public convenience init(path: String, language: String = "en-US") throws(CatalogFileError) {
    do {
      self.init(try FileCatalog(lines: Self.contents(of: path), language: language))
    } catch {
      throw CatalogFileError(file: path, line: error.line, fault: error.fault)
    }
  }

  /// Answers the question. Calls `done` before this function returns.
  public func answer(
    _ question: CatalogQuestion, _ priority: CatalogPriority, meanwhile: @escaping @Sendable (SourceUpdate) -> Void,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void
  ) {
    done(catalog.answer(question).map(Result.success) ?? .failure(.notFound))
  }

  public func times(of question: CatalogQuestion) -> CatalogTimes? { catalog.times(of: question) }

  public func closeTitle(to text: String, of media: MediaKind) -> String? { catalog.closeTitle(to: text, of: media) }

  /// Whether the answer takes little time. Searches and discoveries in many titles take longer.
  public func isQuick(_ question: CatalogQuestion) -> Bool {
    switch question {
    case .searchMovies, .discover: catalog.movies.facts.count <= Self.quickTitles
    case .searchSeries: catalog.series.facts.count <= Self.quickTitles
    case .movie, .series, .season, .episode, .find, .genres, .providers, .configuration: true
    }
  }

  /// The number of titles that can be searched in a tenth of a millisecond.
  static let quickTitles = 2000

  static let fileBytes = 1024 * 1024 * 1024

  private static func contents(of path: String) throws(CatalogFileError) -> [UInt8] {
    let file: Int32
    do throws(FileOpenError) { file = try RegularFile.open(path, O_RDONLY) } catch {
      throw CatalogFileError(line: nil, fault: .unreadable(error.description))
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw CatalogFileError(line: nil, fault: .unreadable(String(cString: strerror(errno))))
      }
      guard bytes.count + count <= fileBytes else {
        throw CatalogFileError(line: nil, fault: .fileTooLarge(limit: fileBytes))
      }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
