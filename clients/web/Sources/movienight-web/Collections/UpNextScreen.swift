import MovieNightKit

/// The series that the reader is watching and that have something to see.
struct UpNextScreen: Sendable {
  let texts = UpNextTexts()
  let isEmpty: Bool
  let items: [Item]
  let more: Link?
  let beginning: Link?
  let endSentence: String?
  let findPath: String
  let acting: ActingSwitch
  let actingAs: String?

  struct Link: Sendable, Equatable {
    let label: String
    let path: String
  }

  struct Item: Sendable {
    let texts = UpNextTexts()
    let series: Int
    let name: String
    let path: String
    let poster: Poster
    let next: Next?
    let facts: [String]
  }

  /// The episode to see next.
  struct Next: Sendable, Equatable {
    let season: Int
    let episode: Int
    let label: String
    let episodePath: String
    let forEpisode: String
  }

  init(_ page: TitlePage, imageURL: String?, isFirstPage: Bool, acting: ActingSwitch = ActingSwitch()) {
    let texts = UpNextTexts()
    self.acting = acting
    actingAs = acting.actingAs
    findPath = acting.link(TVPages.search)
    isEmpty = page.titles.isEmpty && isFirstPage
    items = page.titles.map { title in
      let series = SeriesID(title.tmdbID)
      let next = title.nextToWatch.map { next in
        let label = texts.episode(next.episodeNumber, ofSeason: next.seasonNumber)
        return Next(
          season: next.seasonNumber, episode: next.episodeNumber, label: label,
          episodePath: acting.link(
            TVPages.path(of: series, season: next.seasonNumber, episode: next.episodeNumber)),
          forEpisode: texts.forEpisode(label, of: title.facts.title))
      }
      let total = title.progress.total
      return Item(
        series: title.tmdbID, name: title.facts.title, path: acting.link(TVPages.path(of: series)),
        poster: Poster(title: title.facts.title, path: title.facts.posterPath, base: imageURL), next: next,
        facts: (title.newEpisodes > 0 ? [texts.newEpisodes(title.newEpisodes)] : [])
          + (total > 0 ? [texts.progress(title.progress.watched, of: total)] : []))
    }
    more = page.nextCursor.map {
      Link(label: texts.more, path: acting.link("\(UpNextPages.path)?cursor=\($0.urlEncoded)"))
    }
    beginning = isFirstPage ? nil : Link(label: texts.toBeginning, path: acting.link(UpNextPages.path))
    endSentence = page.nextCursor == nil && !isFirstPage ? texts.end : nil
  }
}
