import CDemoCatalog

/// The catalog that comes with the program, for demonstrations: facts of some movies and series, overviews in our own
/// words. The ids at IMDb are those of MovieLens (F. M. Harper and J. A. Konstan, 2015), where it has the movie.
public enum DemoCatalog {
  /// The lines of its file, as `FileCatalog(lines:)` reads them. They are compiled in as C, which takes no time; as Swift, a list of
  /// the numbers of its bytes takes two minutes.
  public static var lines: [UInt8] {
    Array(UnsafeBufferPointer(start: demo_catalog(), count: Int(demo_catalog_size())))
  }
}
