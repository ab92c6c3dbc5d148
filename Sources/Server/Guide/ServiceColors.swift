import Catalog

/// The colors of a service's row and cards, as `#E50914`.
struct ServiceColors: Hashable {
  /// The service's own color.
  let color: String
  /// Black or white, whichever has more contrast with `color`.
  let text: String
  /// A less saturated color for cards: half-way from `color` to its grey.
  let badge: String

  static let unknown = ServiceColors(0x6B7280)

  init(of name: ServiceName) { self = Self.known[name.key] ?? .unknown }

  /// - Parameter color: red, green and blue, each of 8 bits.
  init(_ color: Int) {
    let channels = [color >> 16 & 255, color >> 8 & 255, color & 255]
    self.color = Self.text(channels)
    text = Self.isDark(channels) ? "#FFFFFF" : "#000000"
    let grey = (299 * channels[0] + 587 * channels[1] + 114 * channels[2]) / 1000
    badge = Self.text(channels.map { ($0 + grey) / 2 })
  }

  private static func text(_ channels: [Int]) -> String {
    let digits = channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    return "#" + digits.joined()
  }

  /// Whether white has more contrast with the color than black, by the contrast ratio of WCAG 2.
  private static func isDark(_ channels: [Int]) -> Bool {
    let linear = channels.map { channel in
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : power2Point4((value + 0.055) / 1.055)
    }
    let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05
  }

  /// Returns `base` to the power of 2.4, which is the fifth root of its twelfth power, by Newton's method. Unlike `pow`,
  /// this gives the same result on every system.
  private static func power2Point4(_ base: Double) -> Double {
    let square = base * base
    let twelfth = square * square * square * square * square * square
    var root = 1.0
    for _ in 0..<60 {
      let fourth = root * root * root * root
      root -= (fourth * root - twelfth) / (5 * fourth)
    }
    return root
  }

  private static let known: [String: ServiceColors] = [
    ("Netflix", 0xE50914), ("Amazon Prime Video", 0x00A8E1), ("Disney Plus", 0x113CCF), ("Hulu", 0x1CE783),
    ("HBO Max", 0x5822B4), ("Apple TV Plus", 0x000000), ("Apple TV", 0x000000), ("Paramount Plus", 0x0064FF),
    ("Peacock", 0xFCCC12), ("Peacock Premium", 0xFCCC12), ("Crunchyroll", 0xF47521), ("Discovery Plus", 0x2175D9),
    ("AMC Plus", 0x00E5A8), ("Starz", 0x007B7B), ("Showtime", 0xB10000), ("MGM Plus", 0xC9A84C), ("MUBI", 0x001489),
    ("BritBox", 0x0F1B4C), ("Shudder", 0xC8102E), ("BBC iPlayer", 0xFF4C98), ("ITVX", 0xDEEB52),
    ("Channel 4", 0xAAFF89), ("Sky Go", 0x0072C9), ("Now TV", 0x00818A), ("RTL Plus", 0xFA002E), ("Joyn", 0x5C2D91),
    ("Canal Plus", 0x000000), ("Stan", 0x0A6CFF), ("Crave", 0x00B0F0), ("Tubi TV", 0x7408FF),
    ("Pluto TV", 0xFFF200), ("The Roku Channel", 0x662D91), ("YouTube", 0xFF0000), ("Rakuten Viki", 0x0C9BFF),
  ].reduce(into: [:]) { $0[ServiceName($1.0).key] = ServiceColors($1.1) }
}
