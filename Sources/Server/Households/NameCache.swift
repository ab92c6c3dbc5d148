import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// A cache of the names and avatars of households. An entry is valid for one revision of its household. Names are
/// stored outside the events, but they change only together with an event of the household.
final class NameCache: Sendable {
  private let store: any TextStore
  private let state: Locked<State>

  private struct Entry {
    let revision: Revision
    let names: HouseholdNames
    let byteCount: Int

    init(_ revision: Revision, _ names: HouseholdNames) {
      self.revision = revision
      self.names = names
      byteCount = Self.overheadBytes + names.heldBytes
    }

    private static let overheadBytes = 128
  }

  private struct State {
    var entries: RecentlyUsed<HouseholdID, Entry>
    /// Increases with each event of a household. Texts read under an older generation are not cached, because they may
    /// contain an erased name.
    var generation = 0
  }

  init(store: any TextStore, memory: Int = 8 << 20) {
    self.store = store
    // `RecentlyUsed` keeps up to twice its capacity.
    state = Locked(State(entries: RecentlyUsed(capacity: memory / 2) { $0.byteCount }))
  }

  /// Returns the names if they are in memory. Never waits for the store.
  func cachedNames(of household: HouseholdDetails) -> HouseholdNames? {
    state.withLock { state in
      guard let entry = state.entries.value(for: household.id), entry.revision == household.revision else { return nil }
      return entry.names
    }
  }

  /// Returns the names. May read the store.
  func names(of household: HouseholdDetails) throws(StoreError) -> HouseholdNames {
    if let names = cachedNames(of: household) { return names }
    let generation = state.withLock { $0.generation }
    let ids = [TextID(household.id)] + (household.memberIDs + household.formerMemberIDs).map { TextID($0) }
    var names = HouseholdNames(name: HouseholdNames.deletedName, profiles: [:])
    for text in try store.texts(ids) { names.add(text, of: household.id) }
    state.withLock { state in
      guard state.generation == generation else { return }
      state.entries.set(Entry(household.revision, names), for: household.id)
      state.entries.age()
    }
    return names
  }

  /// Removes the household's names if they were read before its event of `revision`, so that no erased name stays in
  /// memory. Later names are kept. Another server's event may arrive after this server has read the changed rows, and
  /// the names are needed if the database has become unavailable in the meantime.
  func forget(_ household: HouseholdID, before revision: Revision) {
    state.withLock { state in
      state.generation += 1
      if let entry = state.entries.peek(household), entry.revision < revision { state.entries.remove(household) }
    }
  }
}

extension HouseholdNames {
  /// The approximate number of bytes that the names hold in addition to the size of this struct.
  fileprivate var heldBytes: Int {
    profiles.values.reduce(name.heldBytes + profiles.allocatedBytes) {
      $0 + $1.displayName.heldBytes + ($1.avatarKey?.heldBytes ?? 0)
    }
  }

  /// Adds a text in the format of `PersonalTexts`. Skips a text that cannot be read.
  fileprivate mutating func add(_ text: PersonalText, of household: HouseholdID) {
    guard let json = try? JSONDocument(stored: text.value).root else { return }
    if text.id == TextID(household) {
      name = json["name"]?.string ?? ""
    } else if let displayName = json["display_name"]?.string {
      profiles[MemberID(text.id)] = Profile(displayName: displayName, avatarKey: json["avatar_key"]?.string)
    }
  }
}
