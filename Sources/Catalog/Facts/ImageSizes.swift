import MovieNightPrimitives

/// The base address and the sizes of images, from TMDb's `/configuration`.
public struct ImageSizes: FieldObject, Equatable, Sendable {
  /// The base address, with a slash at its end.
  public var baseURL: String
  /// The sizes of posters, as TMDb writes them: "w342", "h632", "original".
  public var poster: [String]
  public var backdrop: [String]
  public var still: [String]
  public var logo: [String]

  public static let fields = Fields(
    Self.init(baseURL:poster:backdrop:still:logo:), Field("base_url", \.baseURL, Bounds.address),
    Field("poster", \.poster, Bounds.sizes), Field("backdrop", \.backdrop, Bounds.sizes),
    Field("still", \.still, Bounds.sizes), Field("logo", \.logo, Bounds.sizes))

  /// The address and sizes to use until the source has answered, or if it fails (`docs/catalog.md`, "Images").
  public static let builtIn = ImageSizes(
    baseURL: "https://image.tmdb.org/t/p/", poster: ["w92", "w154", "w185", "w342", "w500", "w780", "original"],
    backdrop: ["w300", "w780", "w1280", "original"], still: ["w92", "w185", "w300", "original"],
    logo: ["w45", "w92", "w154", "w185", "w300", "w500", "original"])
}
