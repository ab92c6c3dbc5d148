import Hummingbird
import MovieNightKit
import NIOCore

/// The stylesheet with the colours of services.
///
/// Inline styles are forbidden, so each service has a class. The address has the colours, and so the stylesheet can be kept forever.
struct ServiceColors: Sendable, Equatable {
  /// More services than a guide shows.
  static let maximum = 100
  static let path = "\(GuidePages.path)/colors.css"

  struct Colors: Sendable, Equatable {
    let id: Int
    let page: String
    let text: String
  }

  private(set) var all: [Colors] = []

  init(_ services: [GuideService]) {
    for service in services.prefix(Self.maximum) where !all.contains(where: { $0.id == service.id }) {
      guard let page = Self.color(service.color), let text = Self.color(service.textColor) else { continue }
      all.append(Colors(id: service.id, page: page, text: text))
    }
  }

  /// Parses the part of an address; nil if it is anything but colours.
  init?(code: String) {
    for part in code.split(separator: ".") {
      let words = part.split(separator: "-", omittingEmptySubsequences: false)
      guard all.count < Self.maximum, words.count == 3, let id = Int(words[0]), id >= 0,
        let page = Self.color("#\(words[1])"), let text = Self.color("#\(words[2])")
      else { return nil }
      all.append(Colors(id: id, page: page, text: text))
    }
  }

  var address: String {
    "\(Self.path)?c=" + all.map { "\($0.id)-\($0.page.dropFirst())-\($0.text.dropFirst())" }.joined(separator: ".")
  }

  var stylesheet: String {
    all.map { ".service-\($0.id) { --service: \($0.page); --on-service: \($0.text); }\n" }.joined()
  }

  var response: Response {
    Response(
      status: .ok,
      headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "private, max-age=31536000, immutable"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: stylesheet)))
  }

  /// Returns the colour if it is one, such as `#E50914`.
  private static func color(_ text: String) -> String? {
    text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
      ? text : nil
  }
}
