import CDemoCatalog

/// The demo catalog in the program: facts of some movies and series, with overviews in our own words. The IMDb ids are those of
/// MovieLens (F. M. Harper and J. A. Konstan, 2015), if it has the movie.
public enum DemoCatalog {
  /// The file's lines, for `FileCatalog(lines:)`. They are embedded as C: a Swift array literal would take two minutes to
  /// compile.
  public static var lines: [UInt8] {
    Array(UnsafeBufferPointer(start: demo_catalog(), count: Int(demo_catalog_size())))
  }
}
