import Catalog
import Foundation
import Testing

@testable import Server

@Suite struct ServiceColorsTests {
  @Test func knownServiceHasItsColors() {
    let colors = ServiceColors(of: ServiceName("Netflix Standard with Ads"))
    #expect([colors.color, colors.text, colors.badge] == ["#E50914", "#FFFFFF", "#982A30"])
  }

  @Test func otherServicesAreGrey() {
    let colors = ServiceColors(of: ServiceName("Local Channel"))
    #expect([colors.color, colors.text, colors.badge] == ["#6B7280", "#FFFFFF", "#6E7178"])
    #expect(GuideService.other.colors == colors)
  }

  @Test func textHasTheGreaterContrast() throws {
    func linear(_ channel: Int) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    #expect(ServiceColors.known.count > 30)
    for colors in [.unknown] + ServiceColors.known.values {
      let color = try #require(Int(colors.color.dropFirst(), radix: 16))
      let (red, green, blue) = (color >> 16, color >> 8 & 255, color & 255)
      let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
      let (white, black) = (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05)
      #expect(colors.text == (white > black ? "#FFFFFF" : "#000000"), "\(colors)")
      let grey = Int(Double(299 * red + 587 * green + 114 * blue) / 1000)
      let badge = [red, green, blue].map { String(format: "%02X", ($0 + grey) / 2) }.joined()
      #expect(colors.badge == "#" + badge)
    }
  }
}
