import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// The names and avatars of households, kept in memory for as long as a household has its revision.
///
/// Names are personal texts beside the events, and change only together with an event of their household.
final class Directories: Sendable {
  private let store: any TextStore
  private let known: Locked<Known>

  private struct Entry {
    let revision: Revision
    let directory: HouseholdDirectory
    /// About how many bytes it takes in memory.
    let byteCount: Int

    init(_ revision: Revision, _ directory: HouseholdDirectory) {
      self.revision = revision
      self.directory = directory
      byteCount = Self.bytesBeside + directory.heldBytes
    }

    private static let bytesBeside = 128
  }

  private struct Known {
    var entries: RecentlyUsed<HouseholdID, Entry>
    /// Counts what was forgotten: what was read before that may hold an erased name.
    var generation = 0
  }

  /// - Parameter memory: about how many bytes they may take together.
  init(store: any TextStore, memory: Int = 8 << 20) {
    self.store = store
    // It keeps up to twice its capacity.
    known = Locked(Known(entries: RecentlyUsed(capacity: memory / 2) { $0.byteCount }))
  }

  /// The directory if it is in memory; never waits for the store.
  func cachedDirectory(of household: HouseholdDetails) -> HouseholdDirectory? {
    known.withLock { known in
      guard let entry = known.entries.value(for: household.id), entry.revision == household.revision else { return nil }
      return entry.directory
    }
  }

  /// May read the store.
  func directory(of household: HouseholdDetails) throws(StoreError) -> HouseholdDirectory {
    if let directory = cachedDirectory(of: household) { return directory }
    let generation = known.withLock { $0.generation }
    let ids = [TextID(household.id)] + (household.memberIDs + household.formerMemberIDs).map { TextID($0) }
    var directory = HouseholdDirectory(name: HouseholdDirectory.deletedName, profiles: [:])
    for text in try store.texts(ids) { directory.add(text, of: household.id) }
    known.withLock { known in
      guard known.generation == generation else { return }
      known.entries.set(Entry(household.revision, directory), for: household.id)
      known.entries.age()
    }
    return directory
  }

  /// Drops what is kept of a household as it was before its event of `revision`, so that no erased name stays in memory.
  ///
  /// What was read after that event stays: news of another server may come later than its rows were read, and its names
  /// are needed where the database has gone meanwhile.
  func forget(_ household: HouseholdID, before revision: Revision) {
    known.withLock { known in
      if let entry = known.entries.peek(household), entry.revision >= revision { return }
      known.entries.remove(household)
      known.generation += 1
    }
  }
}

extension HouseholdDirectory {
  /// About how many bytes it holds beside its own size.
  fileprivate var heldBytes: Int {
    profiles.values.reduce(name.heldBytes + profiles.allocatedBytes) {
      $0 + $1.displayName.heldBytes + ($1.avatarKey?.heldBytes ?? 0)
    }
  }

  /// Takes in a text as `PersonalTexts` writes it; one that cannot be read counts as not there.
  fileprivate mutating func add(_ text: PersonalText, of household: HouseholdID) {
    guard let json = try? JSONDocument(stored: text.value).root else { return }
    if text.id == TextID(household) {
      name = json["name"]?.string ?? ""
    } else if let displayName = json["display_name"]?.string {
      profiles[MemberID(text.id)] = Profile(displayName: displayName, avatarKey: json["avatar_key"]?.string)
    }
  }
}
