import Console
import MovieNightKit

struct ListsCommand: Subcommand {
  let name = "lists"
  let summary = "Show and change your lists; show those of others."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction("list", "Show your lists, and those that others share."),
    CommandAction("show LIST", "Show the titles of a list.", ListOptions.all),
    CommandAction("create NAME", "Create a list.", [description, shared, isDefault]),
    CommandAction("change LIST", "Change a list.", [newName, description, shared, unshare, isDefault]),
    CommandAction("remove LIST", "Remove a list; its titles stay in your collection."),
    CommandAction("add LIST TITLE...", "Put titles of your collection on a list.", [TitlesCommand.series]),
    CommandAction("take LIST TITLE...", "Take titles off a list.", [TitlesCommand.series]),
  ]
  var options: [CommandOption] { optionsOfMember }
  let details = """
    A LIST is the beginning of its name, or its id. A TITLE is written as for movienight titles. Lists are private \
    until you share them; private titles cannot be on a shared list.
    """
  let examples = [
    (line: "movienight lists", meaning: "Your lists"),
    (line: "movienight lists create \"Rainy days\" --shared", meaning: "A list that your household can see"),
    (line: "movienight lists change rainy --name \"Long evenings\"", meaning: "Rename it"),
    (line: "movienight lists add rainy jaws", meaning: "Put a title on it"),
    (line: "movienight lists show rainy", meaning: "Its titles"),
  ]

  private static let newName = CommandOption.value("name", "NAME", "The new name.")
  private static let description = CommandOption.value("description", "TEXT", "A description.")
  private static let shared = CommandOption.flag("shared", "Let your household see it.")
  private static let unshare = CommandOption.flag("unshare", "Hide it from your household.")
  private static let isDefault = CommandOption.flag("default", "Put new titles on it.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let (action, words) = (arguments.positionals.first ?? "list", Array(arguments.positionals.dropFirst()))
    let description = arguments.value(Self.description)
    let changes = [Self.newName, Self.description, Self.shared, Self.unshare, Self.isDefault]
    if action == "change", !changes.contains(where: arguments.isGiven) {
      throw usageError("change needs --name, --shared or another change", action)
    }
    let player = try await NightPlayer(arguments, environment)
    if action == "create" {
      let request = ListsRequests.create(
        named: words[0], description: description, shared: arguments.has(Self.shared),
        isDefault: arguments.has(Self.isDefault))
      try await player.carryOut(request, "Created the list \(printable(words[0])).")
      return .success
    }
    let lists = try await player.client.rawResult(of: ListsRequests.list(of: player.child))
    guard action != "list" else {
      try environment.show(lists, arguments) { Self.lines($0.lists, Canvas(environment)) }
      return .success
    }
    let lookup = NameLookup(
      ("list", "lists"), among: try lists.shown().lists, called: \.name, id: { "\($0.id)" },
      ifNone: "Create one with: movienight lists create NAME")
    let list = try lookup.one(words[0])
    switch action {
    case "show":
      try await player.showPages(of: "items", heading: list.name, empty: "No titles are on this list.") {
        ListsRequests.get(list.id, limit: $0, cursor: $1)
      } drawing: {
        $0.items.flatMap { [""] + player.renderer.card($0.title) }
      }
    case "change":
      let request = ListsRequests.update(
        list.id, name: arguments.value(Self.newName), description: description,
        shared: try arguments.choice(Self.shared, Self.unshare), isDefault: arguments.has(Self.isDefault) ? true : nil)
      try await player.carryOut(request, "Changed the list \(list.name).")
    case "remove":
      try await player.carryOut(ListsRequests.remove(list.id), "Removed the list \(list.name).")
    default:
      let finder = TitleFinder(player: player, isSeries: arguments.has(TitlesCommand.series))
      let titles = try await finder.titles(Array(words.dropFirst()))
      let (refs, labels) = (titles.map(\.ref), titles.map(\.label).joined(separator: ", "))
      if action == "add" {
        let request = ListsRequests.addTitles(refs, to: list.id)
        try await player.carryOut(request, "Put \(labels) on the list \(list.name).")
      } else {
        let request = ListsRequests.removeTitles(refs, from: list.id)
        try await player.carryOut(request, "Took \(labels) off the list \(list.name).")
      }
    }
    return .success
  }

  private static func lines(_ lists: [CollectionList], _ canvas: Canvas) -> [String] {
    let lines = lists.flatMap { list in
      let facts = [
        list.description.nonEmpty, list.shared ? "shared by \(list.ownerName)" : nil,
        list.isDefault ? "for new titles" : nil,
      ].compactMap(\.self)
      let count = "\(grouped(list.watchedCount)) of \(counted(list.titleCount, "title")) watched"
      let more = wrapped(facts, separator: " · ", columns: canvas.columns - 2)
      return [canvas.spread(list.name, right: count)] + more.map { "  \(canvas.styled($0, .faint))" }
    }
    return lines.isEmpty ? ["No lists. Create one with: movienight lists create NAME"] : lines
  }
}
