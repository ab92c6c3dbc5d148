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

  @Test(arguments: [(0xFFFFFF, "#000000"), (0x000000, "#FFFFFF"), (0x757575, "#FFFFFF"), (0x767676, "#000000")])
  func textOfAnExtremeIsItsOpposite(_ color: Int, _ text: String) {
    #expect(ServiceColors(color).text == text)
  }

  /// A second calculation with `pow`, in which neither black nor white has more contrast than the other by chance.
  @Test func textHasTheGreaterContrast() {
    func linear(_ channel: Int) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    for color in stride(from: 0, through: 0xFFFFFF, by: 4099) {
      let (red, green, blue) = (color >> 16, color >> 8 & 255, color & 255)
      let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
      let (white, black) = (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05)
      #expect(ServiceColors(color).text == (white > black ? "#FFFFFF" : "#000000"), "\(color)")
      #expect(max(white, black) >= 4.5)
      let grey = Int(Double(299 * red + 587 * green + 114 * blue) / 1000)
      let badge = [red, green, blue].map { String(format: "%02X", ($0 + grey) / 2) }.joined()
      #expect(ServiceColors(color).badge == "#" + badge, "\(color)")
    }
  }
}
