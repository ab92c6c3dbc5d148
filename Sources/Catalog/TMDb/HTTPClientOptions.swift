/// The settings and limits of an `HTTPClient` (`docs/catalog.md`, "The upstream is hostile").
struct HTTPClientOptions: Sendable {
  var userAgent: String
  /// A PEM file of trusted authorities, as in `SSL_CERT_FILE`; nil for the system's.
  var certificateFile: String?
  /// From the name lookup until the connection is ready, including TLS.
  var connectMilliseconds = 3000
  /// From the request until the end of the body.
  var wholeMilliseconds = 10_000
  /// The limit of bytes after decompression.
  var bodyLimit = 8 << 20
  /// The limit of bytes of all header lines, including those of a proxy and of the trailer.
  var headerLimit = 64 << 10
}
