// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `providers.…`.
  public var providers: ProvidersArea { ProvidersArea(route: Route(client: self)) }

  /// The methods `providers.…`.
  public struct ProvidersArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.ProvidersArea {
  /// Lists the services of a country.
  ///
  /// Sends `providers.list`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - country: Which country: the code in ISO 3166-1; the household's where it is nil, `US` for administrators. Must
  ///     be a country's code of two capital letters (ISO 3166-1), such as "US".
  ///   - kind: Of movies, or of series; `movie` where it is nil.
  /// - Returns: The services of a country.
  /// - Throws: why there is no result.
  public func list(in country: String? = nil, kind: MediaKind? = nil) async throws(ClientError) -> ProviderList {
    let request = Request.read("providers.list") { json in
      json.fieldIfPresent("country", country)
      json.fieldIfPresent("kind", kind)
    }
    return try await result(of: request)
  }
}
