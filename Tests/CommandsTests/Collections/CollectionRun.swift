import Domain
import EventStore
import MovieNightPrimitives

@testable import Commands
@testable import CommandsSupport

/// Plays the same steps to the deciders and to the model, and folds the events into rows.
struct CollectionRun {
  private var states: [MemberID: CollectionState] = [:]
  private var models: [MemberID: CollectionModel] = [:]
  private var texts: [TextID: PersonalText] = [:]
  private var rows = CollectionRowsFold()
  private var log: [(owner: MemberID, event: Event, time: Timestamp)] = []
  private var now = Cast.evening
  /// The rounds that the household has watched.
  private var rounds: [(movie: MovieID, attendees: [MemberID], time: Timestamp)] = []
  private let household = Night().household
  /// The coverage of the history: reasons of refusals and types of events.
  private(set) var seen: Set<String> = []

  init() {
    for owner in CollectionHistoryGenerator.owners {
      states[owner] = CollectionState(member: owner)
      models[owner] = CollectionModel()
    }
  }

  /// Plays the steps. Returns the first violation, or nil if every rule held.
  static func problem(in steps: [CollectionStep], seen: inout Set<String>) -> String? {
    var run = CollectionRun()
    for (index, step) in steps.enumerated() {
      if let problem = run.play(step) { return "step \(index + 1): \(problem)" }
    }
    seen.formUnion(run.seen)
    return run.problemInReplay()
  }

  // MARK: Playing one step

  private mutating func play(_ step: CollectionStep) -> String? {
    now = now.advanced(bySeconds: step.wait)
    let owner = step.owner
    let problem: String? =
      switch step.action {
      case .command(.createList(let id, _)) where states.values.contains(where: { $0.lists[id] != nil }): nil
      case .command(.createList(let id, _)) where id.low / 100 != owner.low: nil
      case .command(.addNote(let id, _, _, _, _)) where states.values.contains(where: { $0.notes[id] != nil }): nil
      // Those of two ids stand for all lists, whose number the generator does not know.
      case .command(.orderLists(let ids)) where ids.count == 2:
        send(.orderLists(models[owner]!.order.reversed()), owner)
      // The generator does not know which titles are on a list.
      case .command(.moveInList(let id, let titles, _)) where titles.count == 1 && isLong(id, of: owner):
        send(.moveInList(id, models[owner]!.lists[id]!.titles.suffix(1), after: nil), owner)
      case .command(let command): send(command, owner)
      case .importing(let lists, let entries, let cuts): importing(lists, entries, cuts, owner)
      case .round(let movie, let attendees): watch(movie, attendees)
      case .nights: importNights(owner)
      }
    return problem ?? textProblem()
      ?? difference(states[owner]!, models[owner]!) ?? rows.problem(beside: states[owner]!)
  }

  private func isLong(_ list: ListID, of owner: MemberID) -> Bool {
    models[owner]!.lists[list].map { $0.titles.count > 1 } ?? false
  }

  private func context(of owner: MemberID) -> CollectionContext {
    CollectionContext(
      household: household, member: owner, now: now, text: { [texts] id in texts[id] },
      others: states.filter { $0.key != owner })
  }

  private mutating func send(_ command: CollectionCommand, _ owner: MemberID) -> String? {
    let others = models.filter { $0.key != owner }.map(\.value)
    let verdict = models[owner]!.send(command, at: now, others: others)
    do {
      let decision = try states[owner]!.decide(command, in: context(of: owner))
      guard case .accepted = verdict else { return "accepted, the rules say \(verdict)" }
      return record(decision, owner)
    } catch let refusal as Refusal {
      seen.insert(refusal.reason)
      guard case .refused(let index, let reasons) = verdict, reasons.contains(refusal.reason) else {
        return "refused as \(refusal.reason), the rules say \(verdict)"
      }
      guard let index, refusal != .badParameters else { return nil }
      return refusal.data.contains(.index(index)) ? nil : "the refusal's data \(refusal.data) lacks index \(index)"
    } catch {
      return "\(error)"
    }
  }

  /// Watches a movie in a round, which changes no collection.
  private mutating func watch(_ movie: MovieID, _ attendees: [MemberID]) -> String? {
    rounds.append((movie, attendees, now))
    return nil
  }

  /// Imports all rounds that the owner attended. Each is then one of the movie's plays.
  private mutating func importNights(_ owner: MemberID) -> String? {
    let attended = rounds.enumerated().filter { $0.element.attendees.contains(owner) }
    let entries = attended.map { (number, round) -> ImportEntry in
      let ref = TitleRef.movie(round.movie)
      var entry = ImportEntry(record: number, title: ref, facts: CollectionHistoryGenerator.facts(of: ref, version: 1))
      entry.addedAt = round.time
      entry.plays = [ImportedPlay(watchedAt: WatchedAt(round.time), roundID: Cast.round(number))]
      return entry
    }
    if let problem = importing([], entries, [], owner) { return problem }
    for (number, round) in attended {
      let plays = states[owner]!.titles[.movie(round.movie)]?.plays ?? []
      let same = plays.count { $0.at.watchedAt.isSamePlay(as: WatchedAt(round.time)) }
      if same != 1 { return "round \(number) is there \(same) times" }
    }
    if !attended.isEmpty { seen.insert("nights of rounds") }
    return nil
  }

  /// Imports entries in pieces, then all of them again, which must change nothing. Imported in the opposite order and
  /// one by one, they must give the same.
  private mutating func importing(
    _ lists: [ImportedList], _ entries: [ImportEntry], _ cuts: [Int], _ owner: MemberID
  ) -> String? {
    let before = states[owner]!
    models[owner]!.imported(lists, entries, at: now)
    var starts = [0] + cuts.map { min($0, entries.count) }
    starts.append(entries.count)
    do {
      for (start, end) in zip(starts, starts.dropFirst()) {
        let piece = Array(entries[start..<end])
        let (draft, outcome) = try states[owner]!.importing(lists, piece, in: context(of: owner))
        if !outcome.limited.isEmpty || !outcome.badValues.isEmpty { return "an entry was refused: \(outcome)" }
        if let problem = record(draft.decision, owner) { return problem }
      }
      let (again, _) = try states[owner]!.importing(lists, entries, in: context(of: owner))
      if !again.decision.appends.isEmpty { return "importing the same again records \(again.decision.appends)" }
      var backwards = before
      for entry in entries.reversed() {
        backwards = try backwards.importing(lists, [entry], in: context(of: owner)).0.state
      }
      let what = entries.isEmpty ? nil : difference(backwards, models[owner]!, listsAreInOrder: false)
      return what.map { "imported backwards: \($0)" }
    } catch {
      return "an import is refused: \(error)"
    }
  }

  private mutating func record(_ decision: Decision, _ owner: MemberID) -> String? {
    for append in decision.appends {
      guard append.stream == .collection(owner) else { return "events in \(append.stream)" }
      for event in append.events {
        guard let collectionEvent = event.domainEvent as? CollectionEvent else { return "an event of another area" }
        let payload = event.payload
        seen.insert(type(of: payload).type)
        do {
          let decoded = try EventSchema.current.decode(
            type: type(of: payload).type, version: type(of: payload).version, data: payload.data)
          guard decoded == event, decoded.payload.data == payload.data else { return "\(event) is not read back" }
          try rows.fold(collectionEvent, at: now)
        } catch {
          return "\(event): \(error)"
        }
        states[owner]!.evolve(collectionEvent, at: now)
        log.append((owner, event, now))
      }
    }
    for change in decision.texts {
      switch change {
      case .put(let text): texts[text.id] = text
      case .delete(let id, _): texts[id] = nil
      }
    }
    return nil
  }

  // MARK: Checks

  /// The texts are exactly those of the lists and notes that exist.
  private func textProblem() -> String? {
    let expected = models.values.reduce(0) { $0 + $1.lists.count + $1.notes.count }
    return texts.count == expected ? nil : "\(texts.count) texts, not \(expected)"
  }

  /// Compares a state with the model. Returns the first difference. `listsAreInOrder` is false if only the titles of each
  /// list must be equal, and not their order.
  private func difference(
    _ state: CollectionState, _ model: CollectionModel, listsAreInOrder: Bool = true
  ) -> String? {
    guard Set(state.titles.keys) == Set(model.titles.keys) else { return "titles \(Array(state.titles.keys))" }
    for (ref, expected) in model.titles {
      guard let title = state.titles[ref] else { return "no \(ref.label)" }
      if let what = difference(title, expected) { return "\(ref.label): \(what)" }
      let listed = model.lists.filter { $0.value.titles.contains(ref) }.keys
      if Set(title.lists) != Set(listed) { return "\(ref.label) is on the lists \(title.lists)" }
      if Set(title.notes) != Set(model.notes.filter { $0.value.title == ref }.keys) { return "notes of \(ref.label)" }
    }
    if let what = listDifference(state, model, listsAreInOrder) { return what }
    let notes = state.notes.mapValues { [$0.title.label, "\($0.episode as Any)", "\($0.ownerOnly)"] }
    let expected = model.notes.mapValues { [$0.title.label, "\($0.episode as Any)", "\($0.ownerOnly)"] }
    if notes != expected { return "notes \(notes), not \(expected)" }
    for (id, note) in model.notes where texts[TextID(id)].flatMap(CollectionTexts.note(of:)) != note.text {
      return "the text of note \(id)"
    }
    if state.preferences != model.preferences { return "\(state.preferences), not \(model.preferences)" }
    return state.counts == model.counts ? nil : "counts \(state.counts), not \(model.counts)"
  }

  private func difference(_ title: CollectionState.Title, _ expected: CollectionModel.Title) -> String? {
    var settings = title.settings
    let wanted = expected.settings
    // It makes no difference who chose `planned`.
    if wanted.status == nil || wanted.status == .planned { settings.statusIsChosen = wanted.statusIsChosen }
    if settings != wanted { return "\(settings), not \(wanted)" }
    if title.wasCompleted != expected.wasCompleted, title.progress != nil { return "was completed" }
    if title.factsDigest != expected.facts.digest { return "other facts" }
    let plays = title.plays.map { CollectionModel.Play(episode: $0.ref, at: $0.at.watchedAt) }
    if plays.sorted() != expected.plays.sorted() { return "plays \(plays), not \(expected.plays)" }
    let watched = Set(expected.plays.compactMap(\.episode))
    guard let progress = title.progress else { return nil }
    let marked = progress.seasons.flatMap { season in season.watched.numbers.map { EpisodeRef(season.number, $0) } }
    if Set(marked) != watched { return "watched \(marked), not \(watched.sorted())" }
    let (total, today) = (CollectionModel.episodes(expected.facts, season: nil).count, now.date)
    if progress.total != total { return "\(progress.total) episodes, not \(total)" }
    let new = models.values.first?.newEpisodes(of: expected, on: today) ?? []
    if progress.newEpisodes(on: today) != new.count { return "new episodes, not \(new)" }
    let furthest = watched.filter(\.isRegular).max()
    let next = furthest.flatMap { last in new.first { $0 > last } } ?? new.first
    return progress.nextToWatch(on: today) == next ? nil : "next to watch, not \(next as Any)"
  }

  private func listDifference(
    _ state: CollectionState, _ model: CollectionModel, _ listsAreInOrder: Bool
  ) -> String? {
    if state.orderedLists != model.order { return "lists \(state.orderedLists), not \(model.order)" }
    for (id, expected) in model.lists {
      guard let list = state.lists[id] else { return "no list \(id)" }
      let order = list.places.sorted { $0.value < $1.value }.map(\.key)
      if listsAreInOrder ? order != expected.titles : Set(order) != Set(expected.titles) {
        return "list \(id): \(order), not \(expected.titles)"
      }
      if list.watched != model.watched(in: id) { return "list \(id): \(list.watched) watched" }
      let values = expected.values
      if list.icon != values.icon || list.color != values.color || list.isShared != values.isShared {
        return "list \(id) has other values"
      }
      guard let text = texts[TextID(id)].flatMap(CollectionTexts.list(of:)) else { return "no text of list \(id)" }
      if text.name != values.name || text.description != values.description { return "list \(id): \(text)" }
    }
    return nil
  }

  /// Replays all events. The states must equal the models again.
  private func problemInReplay() -> String? {
    var replayed: [MemberID: CollectionState] = [:]
    for (owner, event, time) in log {
      guard let event = event.domainEvent as? CollectionEvent else { continue }
      replayed[owner, default: CollectionState(member: owner)].evolve(event, at: time)
    }
    for (owner, state) in replayed {
      if let what = difference(state, models[owner]!) { return "replayed: \(what)" }
      if state.revision != states[owner]!.revision || state.byteCount != states[owner]!.byteCount {
        return "replayed: another revision or size"
      }
    }
    return nil
  }
}
