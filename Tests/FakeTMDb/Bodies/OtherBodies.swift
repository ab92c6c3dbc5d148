import MovieNightPrimitives

extension JSONWriter {
  mutating func namedGenres(_ genres: Genres.Listed) {
    array(genres) { json, genre in
      json.object { json in
        json.field("id", genre.id)
        json.field("name", genre.name)
      }
    }
  }

  /// Writes a member whose value is an object with a list named `results`.
  mutating func results<Elements: Sequence>(
    _ name: StaticString, _ elements: Elements, _ members: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    object { json in
      json.key("results")
      json.array(elements) { json, element in json.object { members(&$0, element) } }
    }
  }

  mutating func genreList(_ genres: Genres.Listed) {
    object { json in
      json.key("genres")
      json.namedGenres(genres)
    }
  }

  /// Writes the movies and series found by a foreign id.
  mutating func found(_ movies: [FakeTMDb.Movie], _ series: [FakeTMDb.Series], _ criteria: RequestOptions) {
    object { json in
      json.key("movie_results")
      json.array(movies) { $0.listing($1, criteria.language, isFound: true) }
      json.key("person_results")
      json.array([String]()) { $0.string($1) }
      json.key("tv_results")
      json.array(series) { $0.listing($1, criteria.language, isFound: true) }
    }
  }

  // MARK: Providers

  /// Writes the providers in each country. `path` is the path of the page that shows them.
  mutating func watchProviders(_ providers: [String: FakeTMDb.Providers], at path: String) {
    key("watch/providers")
    object { json in
      json.key("results")
      json.object { json in
        for (country, providers) in providers.sorted(by: { $0.key < $1.key }) {
          json.key(country)
          json.object { json in
            json.field("link", "https://www.themoviedb.org/\(path)/watch?locale=\(country)")
            json.offered("flatrate", providers.flatrate)
            json.offered("free", providers.free)
            json.offered("ads", providers.ads)
            json.offered("rent", providers.rent)
            json.offered("buy", providers.buy)
          }
        }
      }
    }
  }

  /// Writes a list of providers. Omits an empty list, as TMDb does.
  private mutating func offered(_ name: StaticString, _ providers: FakeTMDb.Providers.Listed) {
    guard !providers.isEmpty else { return }
    key(name)
    array(providers.enumerated()) { json, provider in
      json.object { json in
        json.provider(provider.element.id, provider.element.name)
        json.field("display_priority", provider.offset)
      }
    }
  }

  private mutating func provider(_ id: Int, _ name: String) {
    field("logo_path", "/provider-\(id).jpg")
    field("provider_id", id)
    field("provider_name", name)
  }

  /// Writes the list of all providers, or of those in the country `region`.
  mutating func providerList(_ providers: [FakeTMDb.ListedProvider], region: String?) {
    let wanted = providers.filter { provider in region.map { provider.priorities[$0] != nil } ?? true }
    object { json in
      json.key("results")
      json.array(wanted) { json, provider in
        json.object { json in
          json.provider(provider.id, provider.name)
          json.field("display_priority", provider.priorities.values.min() ?? 0)
          json.key("display_priorities")
          json.object { json in
            for (country, priority) in provider.priorities.sorted(by: { $0.key < $1.key }) {
              json.key(country)
              json.integer(priority)
            }
          }
        }
      }
    }
  }

  // MARK: Images

  mutating func configuration() {
    object { json in
      json.key("images")
      json.object { json in
        json.field("base_url", "http://image.tmdb.org/t/p/")
        json.field("secure_base_url", "https://image.tmdb.org/t/p/")
        json.sizes("backdrop_sizes", ["w300", "w780", "w1280", "original"])
        json.sizes("logo_sizes", ["w45", "w92", "w154", "w185", "w300", "w500", "original"])
        json.sizes("poster_sizes", ["w92", "w154", "w185", "w342", "w500", "w780", "original"])
        json.sizes("profile_sizes", ["w45", "w185", "h632", "original"])
        json.sizes("still_sizes", ["w92", "w185", "w300", "original"])
      }
      json.sizes("change_keys", ["adult", "title"])
    }
  }

  private mutating func sizes(_ name: StaticString, _ sizes: [String]) {
    key(name)
    array(sizes) { $0.string($1) }
  }
}
