import CDemoCatalog

/// The demo catalog, which is part of the program. It has facts about some movies and series, with overviews in our own
/// words. The IMDb ids of movies are from MovieLens (F. M. Harper and J. A. Konstan, 2015), if MovieLens has the movie.
public enum DemoCatalog {
  /// The lines for `FileCatalog(lines:)`, embedded as C because a Swift literal would take minutes to compile.
  public static var lines: [UInt8] {
    Array(UnsafeBufferPointer(start: demo_catalog(), count: Int(demo_catalog_size())))
  }
}
