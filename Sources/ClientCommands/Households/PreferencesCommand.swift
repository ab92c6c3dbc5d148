import Console
import Domain
import MovieNightKit
import MovieNightPrimitives

struct PreferencesCommand: Subcommand {
  let name = "preferences"
  let summary = "Show or set your genres and your content ceiling."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction("show", "Show your preferences."),
    CommandAction("set", "Change your preferences; those that you do not name stay.", [likes, dislikes, ceiling]),
  ]
  var options: [CommandOption] {
    NightPlayer.options + [Self.likes, Self.dislikes, Self.ceiling]
  }
  let details = """
    Setting changes the preferences that you name and keeps the others. Genres are names or TMDb ids: \
    \(Genres.names.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")). Only you can see your preferences. \
    A parent sets those of a child, whose ceiling is always PG.
    """
  let examples = [
    (line: "movienight preferences", meaning: "Show your preferences"),
    (line: "movienight preferences set --likes drama,comedy --dislikes horror --ceiling PG-13", meaning: "Set them"),
    (line: "movienight preferences set --ceiling PG", meaning: "Set only your ceiling"),
    (line: "movienight preferences set --likes animation,family --as Ben", meaning: "Set those of your child Ben"),
  ]

  private static let likes = CommandOption.value("likes", "GENRES", "Genres you like, 2 to 20: drama,comedy.")
  private static let dislikes = CommandOption.value("dislikes", "GENRES", "Genres you dislike, at most 20, or none.")
  private static let ceiling = CommandOption.value(
    "ceiling", "RATING", "Your content ceiling: G, PG, PG-13 or R.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let action = arguments.positionals.first ?? "show"
    let changes = action == "set" ? try Self.parseChanges(arguments) : nil
    let player = try await NightPlayer(arguments, environment)
    let child = player.member.childName == nil ? nil : player.member.id
    let drawing = PreferencesRenderer(canvas: Canvas(environment), childName: player.member.childName)
    let current = try await player.client.rawResult(of: PreferencesRequests.get(of: child))
    if let changes {
      let request = try changes.request(on: current.value(), for: child)
      do {
        try environment.show(try await player.client.rawResult(of: request), arguments) { drawing.lines($0.value) }
      } catch let error as ClientError where error.reason == .ceilingFixed {
        throw CommandFailure(
          "A child's ceiling is always PG", hints: ["Leave out --ceiling."], refusal: error.refusal)
      }
    } else {
      try environment.show(current, arguments, drawing: drawing.lines)
    }
    return .success
  }

  private static func parseChanges(_ arguments: Arguments) throws(UsageError) -> PreferenceChanges {
    let changes = PreferenceChanges(
      likes: try genres(likes, HouseholdLimits.genreLikes, arguments),
      dislikes: try genres(dislikes, HouseholdLimits.genreDislikes, arguments), ceiling: try parseCeiling(arguments))
    guard changes != PreferenceChanges() else { throw UsageError("set needs --likes, --dislikes or --ceiling") }
    let both = (changes.likes ?? []).filter { changes.dislikes?.contains($0) ?? false }
    if let genre = both.first { throw UsageError("\(Genres.name(of: genre)) cannot be both liked and disliked") }
    return changes
  }

  private static func parseCeiling(_ arguments: Arguments) throws(UsageError) -> MovieNightKit.ContentRating? {
    guard let given = arguments.value(ceiling) else { return nil }
    let known = ContentRating.ceilings.map(\.rawValue)
    guard let rating = try? MovieNightKit.ContentRating.typed(given), known.contains(rating.rawValue) else {
      throw UsageError("--ceiling takes \(known.joined(separator: ", ")), not '\(given)'")
    }
    return rating
  }

  private static func genres(
    _ option: CommandOption, _ allowed: ClosedRange<Int>, _ arguments: Arguments
  ) throws(UsageError) -> [GenreID]? {
    guard let text = arguments.value(option) else { return nil }
    if text == "none", allowed.contains(0) { return [] }
    var ids: [GenreID] = []
    for word in text.split(separator: ",") {
      let id = GenreID(try Genres.id(of: String(word)))
      if !ids.contains(id) { ids.append(id) }
    }
    guard allowed.contains(ids.count) else {
      throw UsageError(
        "--\(option.name) takes \(allowed.lowerBound) to \(allowed.upperBound) genres, not \(ids.count)")
    }
    return ids
  }
}

/// The preferences to set; those that are nil stay as they are.
private struct PreferenceChanges: Equatable {
  var likes: [GenreID]?
  var dislikes: [GenreID]?
  var ceiling: MovieNightKit.ContentRating?

  /// Returns the request that sets all preferences, with `current` for those that stay. A genre that is now liked is no
  /// longer disliked, and the other way round.
  func request(
    on current: MovieNightKit.Preferences, for child: MovieNightKit.MemberID?
  ) throws(CommandFailure) -> TypedRequest<CommandResult<MovieNightKit.Preferences>> {
    let liked = likes ?? current.genreLikes.filter { !(dislikes ?? []).contains($0) }
    let disliked = dislikes ?? current.genreDislikes.filter { !(likes ?? []).contains($0) }
    guard HouseholdLimits.genreLikes.contains(liked.count) || liked.isEmpty && disliked.isEmpty else {
      throw CommandFailure(
        "At least \(HouseholdLimits.genreLikes.lowerBound) liked genres are needed beside the disliked ones",
        hint: "Name them, too: --likes drama,comedy")
    }
    // A child's ceiling is fixed, so it is sent only if the user named one.
    let unchanged = child == nil ? current.maxContentRating ?? .pg13 : nil
    return PreferencesRequests.set(
      for: child, genreLikes: liked, genreDislikes: disliked, maxContentRating: ceiling ?? unchanged)
  }
}

struct PreferencesRenderer {
  let canvas: Canvas
  /// The name of the child whose preferences are shown; nil if they are the user's own.
  let childName: String?

  func lines(_ preferences: Preferences) -> [String] {
    guard let time = preferences.updatedAt else {
      let example = childName.map { "animation,family --as \(shellWord($0))" } ?? "drama,comedy --ceiling PG-13"
      return ["No preferences yet. Set them with:", "movienight preferences set --likes \(example)"]
    }
    let top = canvas.spread(
      childName.map { "Preferences of \($0)" } ?? "Preferences", right: "set \(canvas.dateText(time))")
    return [top] + row("Likes", genres(preferences.genreLikes), .success)
      + row("Dislikes", genres(preferences.genreDislikes), .warning)
      + row("Ceiling", [preferences.maxContentRating?.rawValue ?? "none"], .accent)
  }

  private func genres(_ ids: [GenreID]) -> [String] {
    ids.map(Genres.name(of:))
  }

  private func row(_ label: String, _ words: [String], _ style: Style) -> [String] {
    let indent = 12
    let lines = wrapped(words.isEmpty ? ["none"] : words, separator: ", ", columns: canvas.columns - indent)
    return lines.enumerated().map { index, line in
      padded(index == 0 ? "  \(label)" : "", to: indent) + canvas.styled(line, style)
    }
  }
}

enum Genres {
  static let names: [(id: Int, name: String)] = [
    (28, "Action"), (12, "Adventure"), (16, "Animation"), (35, "Comedy"), (80, "Crime"), (99, "Documentary"),
    (18, "Drama"), (10751, "Family"), (14, "Fantasy"), (36, "History"), (27, "Horror"), (10402, "Music"),
    (9648, "Mystery"), (10749, "Romance"), (878, "Science Fiction"), (10770, "TV Movie"), (53, "Thriller"),
    (10752, "War"), (37, "Western"),
  ]

  static func name(of id: GenreID) -> String { names.first { $0.id == id.rawValue }?.name ?? "genre \(id)" }

  /// Returns the id of the genre with this name, in any spelling, or with this id.
  static func id(of word: String) throws(UsageError) -> Int {
    if let id = Int(word.filter { $0 != " " }) { return id }
    let typed = letters(word) == "scifi" ? "sciencefiction" : letters(word)
    if let genre = names.first(where: { letters($0.name) == typed }) { return genre.id }
    let known = names.map { $0.name.lowercased() }
    let error = UsageError.unknown("genre", word.lowercased(), among: known)
    guard nearestWord(to: word.lowercased(), among: known) == nil else { throw error }
    throw UsageError(error.description, hints: ["There are: \(known.joined(separator: ", "))"])
  }

  /// Returns the letters and digits of a name, which are equal for `Science Fiction` and `science-fiction`.
  private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}
