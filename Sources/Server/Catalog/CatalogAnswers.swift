import Catalog
import Primitives

// What the answers of several methods have in common.
extension JSONWriter {
  /// What every client is told (`docs/protocol.md`, `server.info`).
  mutating func catalogInfo(_ access: CatalogAccess?, at now: Timestamp) {
    guard let access else { return null() }
    object { json in
      json.field("source", access.catalog.health.source.rawValue)
      json.field("attribution", CatalogAttribution.tmdb)
      json.field("image_url", access.imageSizes(at: now).baseURL)
    }
  }

  /// How it goes with it (`docs/protocol.md`, `server.health`).
  mutating func catalogHealth(_ access: CatalogAccess?) {
    guard let health = access?.catalog.health else { return null() }
    object { json in
      json.field("source", health.source.rawValue)
      json.field("state", health.state.rawValue)
      json.field("last_error_at", health.lastError?.at)
    }
  }

  /// The members that say where an answer is from, and how old it is.
  mutating func provenance(_ answer: CatalogAnswer) {
    field("source", answer.source.rawValue)
    field("fetched_at", answer.fetchedAt)
    field("stale", answer.isStale)
  }

  /// Their names, and their ids in the same order.
  mutating func genres(_ genres: [Genre]) {
    key("genres")
    array(genres) { $0.string($1.name) }
    field("genre_ids", genres.map(\.id))
  }

  mutating func date(_ name: StaticString, _ date: CalendarDate?) { field(name, date?.description) }

  mutating func poster(_ path: String?, _ sizes: ImageSizes) {
    field("poster_path", path)
    field("poster_urls", sizes.urls(for: path, .poster))
  }

  /// Null where nothing is known of the country.
  mutating func watchProviders(_ providers: CountryProviders?, _ sizes: ImageSizes) {
    key("watch_providers")
    guard let providers else { return null() }
    object { json in
      json.field("country", providers.country)
      json.field("link", providers.link)
      json.providers("flatrate", providers.flatrate, sizes)
      json.providers("free", providers.free, sizes)
      json.providers("ads", providers.ads, sizes)
      json.providers("rent", providers.rent, sizes)
      json.providers("buy", providers.buy, sizes)
    }
  }

  private mutating func providers(_ name: StaticString, _ providers: [Provider], _ sizes: ImageSizes) {
    key(name)
    array(providers) { json, provider in
      json.object { json in
        json.field("provider_id", provider.id)
        json.field("name", provider.name)
        json.field("logo_urls", sizes.urls(for: provider.logoPath, .logo))
      }
    }
  }
}
