import Catalog

/// The colors of a service's row and cards, as `#E50914`.
struct ServiceColors: Hashable {
  /// The service's own color.
  let color: String
  /// Black or white, whichever has more contrast with `color`.
  let text: String
  /// A less saturated color for cards: half-way from `color` to its grey.
  let badge: String

  /// Those of a service that is not in the table.
  static let unknown = ServiceColors(0x6B7280, text: white)

  init(of name: ServiceName) { self = Self.known[name.key] ?? .unknown }

  /// - Parameter color: red, green and blue, each of 8 bits.
  private init(_ color: Int, text: String) {
    func hexadecimal(_ channels: [Int]) -> String {
      "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
    let channels = [color >> 16 & 255, color >> 8 & 255, color & 255]
    let grey = (299 * channels[0] + 587 * channels[1] + 114 * channels[2]) / 1000
    self.color = hexadecimal(channels)
    self.text = text
    badge = hexadecimal(channels.map { ($0 + grey) / 2 })
  }

  private static let white = "#FFFFFF"
  private static let black = "#000000"

  static let known: [String: ServiceColors] = [
    white: [
      ("Netflix", 0xE50914), ("Disney Plus", 0x113CCF), ("HBO Max", 0x5822B4), ("Apple TV Plus", 0x000000),
      ("Apple TV", 0x000000), ("Paramount Plus", 0x0064FF), ("Starz", 0x007B7B), ("Showtime", 0xB10000),
      ("MUBI", 0x001489), ("BritBox", 0x0F1B4C), ("Shudder", 0xC8102E), ("Sky Go", 0x0072C9), ("Now TV", 0x00818A),
      ("Joyn", 0x5C2D91), ("Canal Plus", 0x000000), ("Tubi TV", 0x7408FF), ("The Roku Channel", 0x662D91),
    ],
    black: [
      ("Amazon Prime Video", 0x00A8E1), ("Hulu", 0x1CE783), ("Peacock", 0xFCCC12), ("Peacock Premium", 0xFCCC12),
      ("Crunchyroll", 0xF47521), ("Discovery Plus", 0x2175D9), ("AMC Plus", 0x00E5A8), ("MGM Plus", 0xC9A84C),
      ("BBC iPlayer", 0xFF4C98), ("ITVX", 0xDEEB52), ("Channel 4", 0xAAFF89), ("RTL Plus", 0xFA002E),
      ("Stan", 0x0A6CFF), ("Crave", 0x00B0F0), ("Pluto TV", 0xFFF200), ("YouTube", 0xFF0000),
      ("Rakuten Viki", 0x0C9BFF),
    ],
  ].reduce(into: [:]) { known, entry in
    for (name, color) in entry.value { known[ServiceName(name).key] = ServiceColors(color, text: entry.key) }
  }
}
