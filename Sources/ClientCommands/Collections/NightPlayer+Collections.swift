import Console
import MovieNightKit

// The commands of a collection: the user's own, or that of one of their children.
extension NightPlayer {
  var renderer: TitleRenderer { TitleRenderer(canvas: Canvas(environment)) }
  var today: CalendarDate { Canvas(environment).today }
  /// The words for the collection in sentences.
  var place: String { member.childName.map { "the collection of \($0)" } ?? "your collection" }
  /// The child whose collection it is, for queries; nil for the user's own.
  var child: MemberID? { member.childName == nil ? nil : member.id }

  func details(of title: TitleRef) async throws -> RawResult<TitleDetails> {
    try await client.rawResult(of: TitlesRequests.get(title.mediaType, title.tmdbID, of: child, today: today))
  }

  /// Prints a list page by page. `key` is a page's member with the elements.
  func showPages<Page: Decodable & Sendable>(
    of key: StaticString, heading: String, empty: String,
    _ request: @escaping (_ limit: Int?, _ cursor: String?) -> TypedRequest<Page>,
    drawing: (Page) async throws -> [String]
  ) async throws {
    let canvas = Canvas(environment)
    let reader = try await PageReader(
      { limit, cursor, _ in request(limit, cursor) }, of: key, arguments, environment, client: client)
    try await reader.show(heading: [canvas.styled(heading, .strong)], drawing: drawing) { count, hasMore in
      if count == 0 { return [empty] }
      return hasMore ? ["", canvas.styled("The first \(count). To see all of them, add --all.", .faint)] : []
    }
  }
}

extension Subcommand {
  /// The options of all commands for a member, and those of the actions.
  var optionsOfMember: [CommandOption] {
    actions.flatMap(\.options).reduce(into: NightPlayer.options) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns an error in the use of an action, with the action's first example.
  func usageError(_ sentence: String, _ action: String) -> UsageError {
    UsageError(sentence, hints: examples(of: self.action([action])).prefix(1).map { "For example: \($0.line)" })
  }
}

extension Arguments {
  /// Returns the value of an option that takes one of a few words.
  func word<Word: OpenEnum>(_ option: CommandOption) throws(UsageError) -> Word? {
    guard let typed = value(option) else { return nil }
    guard let word = Word.allCases.first(where: { $0.rawValue == typed }) else {
      throw UsageError.unknown(option.name, typed, among: Word.allCases.map(\.rawValue))
    }
    return word
  }

  /// Returns true for the flag `yes`, false for the flag `no`, and nil without them.
  func choice(_ yes: CommandOption, _ no: CommandOption) throws(UsageError) -> Bool? {
    if has(yes), has(no) { throw UsageError("Use only one of --\(yes.name) and --\(no.name)") }
    return has(yes) ? true : has(no) ? false : nil
  }
}
