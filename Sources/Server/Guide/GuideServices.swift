import Catalog

/// A service as a row of the guide.
struct GuideService: Hashable {
  /// The TMDb id of the provider; 0 for `other`.
  let id: Int
  let name: String
  let logo: String?
  let colors: ServiceColors
  var isOfHousehold = false

  /// The row of series without a service.
  static let other = GuideService(id: 0, name: "Other", logo: nil, colors: .unknown)
}

/// The services of the country and of the guide's series. Providers whose names match are one service.
struct GuideServices {
  /// A service's index. Those of the country come first, in display order.
  typealias Index = Int

  /// The index of the row of series without a service.
  static let other: Index = -1

  private var providers: [(provider: Provider, name: ServiceName)] = []
  /// The services that were asked for.
  private var made: [Index: GuideService] = [:]
  private let logos: ImageURLs
  private var indices: [Int: Index] = [:]
  private var namedIndices: [String: Index] = [:]
  /// The number of the country's services.
  private var listedCount = 0
  /// The household's services, in its order.
  private(set) var ofHousehold: [Index] = []
  /// The household's services that match none, as entered.
  private(set) var unknownNames: [String] = []

  /// - Parameters:
  ///   - listed: the country's providers, in display order.
  ///   - others: the providers of series, which the country's list can lack.
  init(_ listed: [Provider], others: some Sequence<Provider>, household: [String], logos: ImageURLs) {
    self.logos = logos
    indices.reserveCapacity(listed.count)
    namedIndices.reserveCapacity(listed.count)
    for provider in listed { add(provider) }
    listedCount = providers.count
    for provider in others.filter({ indices[$0.id] == nil }).sorted(by: { ($0.id, $0.name) < ($1.id, $1.name) }) {
      add(provider)
    }
    for name in household {
      if let index = namedIndices[ServiceName(name).key] {
        if !ofHousehold.contains(index) { ofHousehold.append(index) }
      } else {
        unknownNames.append(name)
      }
    }
  }

  private mutating func add(_ provider: Provider) {
    guard indices[provider.id] == nil else { return }
    let name = ServiceName(provider.name)
    if let index = namedIndices[name.key] {
      indices[provider.id] = index
      return
    }
    indices[provider.id] = providers.count
    // A name without letters and digits equals no other.
    if !name.key.isEmpty { namedIndices[name.key] = providers.count }
    providers.append((provider, name))
  }

  /// Returns the service at an index, made once.
  mutating func service(_ index: Index) -> GuideService {
    if index == Self.other { return .other }
    if let service = made[index] { return service }
    let (provider, name) = providers[index]
    let service = GuideService(
      id: provider.id, name: name.shown, logo: logos.urls(for: provider.logoPath)?.card,
      colors: ServiceColors(of: name), isOfHousehold: ofHousehold.contains(index))
    made[index] = service
    return service
  }

  func index(of id: Int) -> Index? { id == GuideService.other.id ? Self.other : indices[id] }

  /// Returns the services of a series that offer it, with that of its row first: the one set by hand, else the first that
  /// the household has, else the first.
  func services(of providers: [Provider], setByHand id: Int?) -> [Index] {
    var own: [Index] = []
    for provider in providers {
      if let index = indices[provider.id], !own.contains(index) { own.append(index) }
    }
    // A household can set a service and then watch the guide of another country.
    let set = id.flatMap { indices[$0] }.flatMap { $0 < listedCount || own.contains($0) ? $0 : nil }
    guard let first = set ?? own.first(where: ofHousehold.contains) ?? own.first else { return [] }
    return [first] + own.filter { $0 != first }
  }

  /// Returns the order of rows: the household's services, then the others with shows by name, then `other`.
  func ordered(with used: some Sequence<Index>) -> [Index] {
    let used = Set(used).subtracting(ofHousehold)
    let others = used.subtracting([Self.other])
      .map { (name: providers[$0].name.shown.lowercased(), id: providers[$0].provider.id, index: $0) }
      .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    return ofHousehold + others.map(\.index) + (used.contains(Self.other) ? [Self.other] : [])
  }
}
