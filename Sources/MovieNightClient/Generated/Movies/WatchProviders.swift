// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Where it can be watched in a country; name JustWatch beside it.
public struct WatchProviders: Hashable, Sendable {
  /// In which country.
  public var country: String
  /// A page that has all of them; nil where there is none.
  public var link: String?
  /// With a subscription.
  public var flatrate: [Provider]
  /// For nothing.
  public var free: [Provider]
  /// With advertisements.
  public var ads: [Provider]
  /// To rent.
  public var rent: [Provider]
  /// To buy.
  public var buy: [Provider]

  public init(
    country: String, link: String? = nil, flatrate: [Provider], free: [Provider], ads: [Provider], rent: [Provider],
    buy: [Provider]
  ) {
    self.country = country
    self.link = link
    self.flatrate = flatrate
    self.free = free
    self.ads = ads
    self.rent = rent
    self.buy = buy
  }
}

extension WatchProviders: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    country = try object.decode(String.self, forKey: "country")
    link = try object.decodeIfPresent(String.self, forKey: "link")
    flatrate = try object.decode([Provider].self, forKey: "flatrate")
    free = try object.decode([Provider].self, forKey: "free")
    ads = try object.decode([Provider].self, forKey: "ads")
    rent = try object.decode([Provider].self, forKey: "rent")
    buy = try object.decode([Provider].self, forKey: "buy")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(country, forKey: "country")
    try object.encode(link, forKey: "link")
    try object.encode(flatrate, forKey: "flatrate")
    try object.encode(free, forKey: "free")
    try object.encode(ads, forKey: "ads")
    try object.encode(rent, forKey: "rent")
    try object.encode(buy, forKey: "buy")
  }
}

extension WatchProviders: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    country = try json.read("country")
    link = try json.readIfPresent("link")
    flatrate = try json.read("flatrate")
    free = try json.read("free")
    ads = try json.read("ads")
    rent = try json.read("rent")
    buy = try json.read("buy")
  }
}
