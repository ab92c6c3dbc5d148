/// The catalog that comes with the program, for demonstrations: facts of some movies and series, overviews in our own
/// words. The ids at IMDb are those of MovieLens (F. M. Harper and J. A. Konstan, 2015), where it has the movie.
///
/// It stands in the program as text, because that is compiled in a second; the bytes of a resource as a list of numbers
/// take two minutes.
public enum DemoCatalog {
  /// The lines of its file, as `FileCatalog(lines:)` reads them.
  public static var lines: [UInt8] {
    var lines = Array("{\"catalog\":\(CatalogHeader.format),\"attribution\":\"\(CatalogAttribution.tmdb)\"}\n".utf8)
    for part in [movies, series, providers] {
      lines.append(contentsOf: UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount))
      lines.append(UInt8(ascii: "\n"))
    }
    return lines
  }
}
