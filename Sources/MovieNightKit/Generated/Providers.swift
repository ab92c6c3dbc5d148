// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `providers.…`.
  public var providers: ProvidersArea { ProvidersArea(scope: scope) }
}

/// The methods `providers.…`.
public struct ProvidersArea: Sendable {
  let scope: ClientScope

  /// Lists the services of a country.
  ///
  /// Sends `providers.list`. Refused with ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``,
  /// ``RefusalReason/noCatalog``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - country: Which country: the code in ISO 3166-1; the household's where it is nil, `US` for administrators. Must
  ///     be a country's code of two capital letters (ISO 3166-1), such as "US".
  ///   - kind: Of movies, or of series; `movie` where it is nil.
  /// - Returns: The services of a country.
  public func list(in country: String? = nil, kind: MediaKind? = nil) async throws -> ProviderList {
    try await scope.send(ProvidersRequests.list(in: country, kind: kind))
  }
}

/// The requests of the methods `providers.…`. An outbox keeps commands without secrets only.
public enum ProvidersRequests {
  /// The request `providers.list`: lists the services of a country.
  public static func list(in country: String? = nil, kind: MediaKind? = nil) -> TypedRequest<ProviderList> {
    TypedRequest("providers.list") { json in
      json.fieldIfPresent("country", country)
      json.fieldIfPresent("kind", kind)
    }
  }
}

/// The services of a country.
public struct ProviderList: Hashable, Codable, Sendable {
  /// Which country.
  public var country: String
  /// In the country's order of display.
  public var providers: [ListedProvider]
  /// The household's `streaming_services`; none for administrators.
  public var services: [HouseholdService]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  private enum CodingKeys: String, CodingKey {
    case country, providers, services, source, fetchedAt = "fetched_at", stale
  }
}

/// A service of a country.
public struct ListedProvider: Identifiable, Hashable, Codable, Sendable {
  /// TMDb's id.
  public var providerID: Int
  /// What it is called.
  public var name: String
  /// The part of its address behind the size.
  public var logoPath: String?
  /// The addresses of its logo; nil without one.
  public var logoURLs: ImageURLs?

  public var id: Int { providerID }

  private enum CodingKeys: String, CodingKey {
    case providerID = "provider_id", name, logoPath = "logo_path", logoURLs = "logo_urls"
  }
}

/// A service that the household has.
public struct HouseholdService: Identifiable, Hashable, Codable, Sendable {
  /// As the household calls it.
  public var service: String
  /// TMDb's ids of those of the list that it goes by; there may be none.
  public var providerIDs: [Int]

  public var id: String { service }

  private enum CodingKeys: String, CodingKey {
    case service, providerIDs = "provider_ids"
  }
}
