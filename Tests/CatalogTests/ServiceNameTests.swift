import Testing

@testable import Catalog

/// Names that denote the same service, and its displayed name.
@Suite struct ServiceNameTests {
  @Test(arguments: [
    ("Disney+", "Disney Plus"), ("disney plus", "Disney Plus"), ("Netflix", "Netflix Standard with Ads"),
    ("Netflix", "netflix basic WITH ADS"), ("Hulu with ads", "Hulu"), ("Prime Video", "Amazon Prime Video"),
    ("Amazon Prime", "Amazon Prime Video with Ads"), ("prime-video", "Amazon Prime"), ("Max", "HBO Max"),
    ("HBO MAX", "max"), ("Apple TV+", "Apple TV Plus"), ("Paramount +", "Paramount Plus"), ("Peacock!", "peacock"),
    ("Canal+", "CANALPLUS"), ("テレ東", "テレ東"),
  ])
  func variantNamesOfServiceAreEqual(left: String, right: String) {
    #expect(ServiceName(left) == ServiceName(right) && ServiceName(right) == ServiceName(left))
    #expect(ServiceName(left).hashValue == ServiceName(right).hashValue)
  }

  @Test(arguments: [
    ("Netflix", "Netflix Kids"), ("Max", "Cinemax"), ("Disney", "Disney Plus"), ("Hulu", "Hulu with adverts"),
    ("Apple TV", "Apple TV Plus"), ("", ""), ("!!!", "???"), ("HBO", "HBO Max"), ("Foo", "Foowith ads"),
    ("Amazon", "Amazon Prime"),
  ])
  func unrelatedOrEmptyNamesAreNotEqual(left: String, right: String) {
    #expect(ServiceName(left) != ServiceName(right))
  }

  @Test(arguments: [
    ("Netflix Standard with Ads", "Netflix"), ("Hulu  With Ads", "Hulu"), ("Disney+", "Disney+"),
    ("with ads", "with ads"),
    ("Standard with ads", "Standard"), ("Peacock Premium Plus", "Peacock Premium Plus"),
  ])
  func displayNameOmitsAdsSuffix(name: String, shown: String) {
    #expect(ServiceName(name).shown == shown)
  }

  @Test func servicesKeepHouseholdOrderAndProviderNames() {
    let providers = [
      Provider(id: 8, name: "Netflix"), Provider(id: 1796, name: "Netflix Standard with Ads"),
      Provider(id: 337, name: "Disney Plus"), Provider(id: 15, name: "Hulu"),
    ]
    #expect(
      ServiceName.shown(["disney+", "max", "NETFLIX", "netflix with ads"], among: providers) == [
        "Disney Plus", "Netflix",
      ])
    #expect(ServiceName.providers(of: "netflix", among: providers).map(\.id) == [8, 1796])
    #expect(ServiceName.providers(of: "", among: providers).isEmpty)
  }
}
