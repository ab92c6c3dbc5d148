import Testing

@testable import Catalog

/// The genre lists compiled into the program.
@Suite struct GenreListTests {
  @Test func builtInGenresAreSortedWithUniqueIDs() {
    for (media, count) in [(MediaKind.movie, 19), (.tv, 16)] {
      let genres = GenreList.builtIn(media).genres
      #expect(genres.count == count && Set(genres.map(\.id)).count == count)
      #expect(genres.map(\.name) == genres.map(\.name).sorted())
    }
    #expect(GenreList.builtIn(.movie).genres.first == Genre(id: 28, name: "Action"))
    #expect(GenreList.builtIn(.tv).genres.first == Genre(id: 10759, name: "Action & Adventure"))
  }
}
