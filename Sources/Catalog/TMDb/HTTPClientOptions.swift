/// How an `HTTPClient` goes about it, and what it puts up with (`docs/catalog.md`, "The upstream is hostile").
struct HTTPClientOptions: Sendable {
  var userAgent: String
  /// A file in PEM with the authorities that are trusted, as in `SSL_CERT_FILE`; nil for the system's.
  var certificateFile: String?
  /// From the first look at the name until the connection stands, TLS included.
  var connectMilliseconds = 3000
  /// From the request until the end of the body.
  var wholeMilliseconds = 10_000
  /// Bytes after inflation.
  var bodyLimit = 8 << 20
  /// Bytes of all header lines of an answer, those of a proxy and of the trailer included.
  var headerLimit = 64 << 10
}
