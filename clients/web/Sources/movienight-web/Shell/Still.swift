import MovieNightKit

/// A frame of an episode for the template `still`, 16:9, or a drawn placeholder. It is decoration: texts say what it shows.
struct Still: Sendable, Equatable {
  let picture: Picture?

  struct Picture: Sendable, Equatable {
    let source: String
    let sourceSet: String
    let sizes: String
  }

  /// A picture in a row of a list.
  static func card(_ urls: ImageURLs?) -> Still {
    Still(
      picture: urls.map {
        Picture(
          source: $0.card, sourceSet: "\($0.thumbnail) 92w, \($0.card) 185w, \($0.detail) 300w",
          sizes: "(min-width: 48rem) 12rem, 7rem")
      })
  }

  /// A picture over the whole width of the page.
  static func full(_ urls: ImageURLs?) -> Still {
    Still(
      picture: urls.map {
        Picture(
          source: $0.full, sourceSet: "\($0.detail) 300w, \($0.full) 1920w", sizes: "(min-width: 64rem) 62rem, 100vw")
      })
  }
}
