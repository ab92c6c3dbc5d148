import Console
import MovieNightKit

struct NotesCommand: Subcommand {
  let name = "notes"
  let summary = "Show and change your notes on titles and episodes."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction(
      "list", "Show your notes. To read those that others share, use movienight titles show.", ListOptions.all),
    CommandAction(
      "add TITLE TEXT", "Write a note on a title of your collection.", [TitlesCommand.series, episode, shared]),
    CommandAction("edit ID TEXT", "Replace the text of a note."),
    CommandAction("share ID", "Let your household read a note."),
    CommandAction("unshare ID", "Make a note private again."),
    CommandAction("remove ID", "Remove a note."),
  ]
  var options: [CommandOption] { optionsOfMember }
  let details = """
    Put TITLE and TEXT in quotes if they have several words. A TITLE is written as for movienight titles, and an ID is \
    in the list of notes. Only you can read a note until you share it.
    """
  let examples = [
    (line: "movienight notes", meaning: "Your newest notes"),
    (line: "movienight notes add jaws \"Better than I remembered\"", meaning: "A note on a movie"),
    (line: "movienight notes add \"breaking bad\" \"What a start\" --episode S1E1 --shared", meaning: "On an episode"),
  ]

  private static let episode = CommandOption.value("episode", "S1E2", "The episode that the note is on.")
  private static let shared = CommandOption.flag("shared", "Let your household read it.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let (action, words) = (arguments.positionals.first ?? "list", Array(arguments.positionals.dropFirst()))
    let typed = arguments.value(Self.episode)
    let episode = typed.flatMap { TypedEpisode($0) }
    if let typed, episode?.number == nil { throw usageError("'\(typed)' is not an episode like S1E2", action) }
    let note = ["list", "add"].contains(action) ? nil : try NoteID(words[0], of: "a note")
    let player = try await NightPlayer(arguments, environment)
    switch (action, note) {
    case ("edit", let note?):
      try await player.carryOut(NotesRequests.edit(note, text: words[1]), "Changed the note.")
    case ("share", let note?):
      try await player.carryOut(NotesRequests.edit(note, ownerOnly: false), "Your household can read the note.")
    case ("unshare", let note?):
      try await player.carryOut(NotesRequests.edit(note, ownerOnly: true), "The note is private again.")
    case (_, let note?): try await player.carryOut(NotesRequests.remove(note), "Removed the note.")
    case ("add", nil):
      let isSeries = episode != nil || arguments.has(TitlesCommand.series)
      let title = try await TitleFinder(player: player, isSeries: isSeries).title(words[0])
      let request = NotesRequests.add(
        words[1], on: title.ref.mediaType, id: title.ref.tmdbID, seasonNumber: episode?.season,
        episodeNumber: episode?.number, ownerOnly: arguments.has(Self.shared) ? false : nil)
      try await player.carryOut(request, "Added a note on \(title.label).")
    default: try await list(player)
    }
    return .success
  }

  private func list(_ player: NightPlayer) async throws {
    // Notes have only the ids of their titles.
    var names: [TitleRef: String] = [:]
    try await player.showPages(
      of: "notes", heading: "Notes", empty: "No notes. Write one with: movienight notes add TITLE TEXT"
    ) {
      NotesRequests.list(of: player.child, limit: $0, cursor: $1)
    } drawing: { page in
      var lines: [String] = []
      for note in page.notes {
        let title = TitleMatch(TitleRef(mediaType: note.mediaType, tmdbID: note.tmdbID))
        if names[title.ref] == nil { names[title.ref] = await title.label(in: player) }
        lines += [""] + player.renderer.note(note, on: names[title.ref] ?? title.label)
      }
      return lines
    }
  }
}
