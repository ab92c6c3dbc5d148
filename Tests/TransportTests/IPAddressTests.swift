import Testing

@testable import Transport

@Suite struct IPAddressTests {
  @Test(arguments: ["192.0.2.1", "0.0.0.0", "255.255.255.255", "2001:db8::1", "::", "fe80::1:2:3:4"])
  func validAddressRoundTripsThroughText(text: String) { #expect(IPAddress(text)?.description == text) }

  @Test func ipv4MappedAddressEqualsIPv4Address() {
    #expect(IPAddress("::ffff:192.0.2.1") == IPAddress("192.0.2.1"))
    #expect(IPAddress("::ffff:c000:201")?.description == "192.0.2.1")
    #expect(IPAddress("::192.0.2.1") != IPAddress("192.0.2.1"))
    #expect(IPAddress(bytes: [192, 0, 2, 1]) == IPAddress("192.0.2.1"))
    #expect(IPAddress(bytes: Array(repeating: 0, count: 15) + [1]) == IPAddress("::1"))
  }

  @Test(arguments: [
    "", "localhost", "192.0.2", "192.0.2.256", "192.0.2.01", "192.0.2.1:80", " 192.0.2.1", "192.0.2.1\u{0}", ":::",
    "2001:db8::1%eth0", "[::1]", "1.2.3.4/8",
  ])
  func invalidAddressTextIsRefused(text: String) { #expect(IPAddress(text) == nil) }

  @Test func networkIsWholeIPv4AddressOrIPv6Prefix() {
    #expect(IPAddress("192.0.2.1")?.network == IPAddress("192.0.2.1"))
    #expect(IPAddress("2001:db8:1:2:3:4:5:6")?.network == IPAddress("2001:db8:1:2::"))
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3/8", "10.9.9.9", true),
    ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("10.0.0.0/8", "a00::", false), ("0.0.0.0/0", "203.0.113.9", true),
    ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true), ("192.0.2.1", "192.0.2.1", true),
    ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1/32", "192.0.2.1", true), ("2001:db8::/33", "2001:db8:7fff::", true),
    ("2001:db8::/33", "2001:db8:8000::", false), ("::1", "::1", true),
  ])
  func rangeContainsAddressesWithItsPrefix(range: String, address: String, isIn: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(try #require(IPAddress(address))) == isIn)
  }

  @Test(arguments: [
    "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "::/129", "proxy", "10.0.0.0/8/8",
  ])
  func invalidRangeTextIsRefused(text: String) { #expect(AddressRange(text) == nil) }
}
