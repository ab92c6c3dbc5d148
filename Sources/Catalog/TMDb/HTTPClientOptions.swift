/// The settings and limits of an `HTTPClient` (`docs/catalog.md`, "The upstream is hostile").
struct HTTPClientOptions: Sendable {
  var userAgent: String
  /// The path of a PEM file with trusted certificate authorities, like `SSL_CERT_FILE`; nil to use the system's.
  var certificateFile: String?
  /// The timeout from the name lookup until the connection is ready, including TLS.
  var connectMilliseconds = 3000
  /// The timeout from the request until the end of the body.
  var wholeMilliseconds = 10_000
  /// The maximum number of bytes in a body after decompression.
  var bodyLimit = 8 << 20
  /// The maximum number of bytes in all header lines, including those of a proxy and of the trailer.
  var headerLimit = 64 << 10
}
