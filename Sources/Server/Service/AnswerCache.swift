import Domain
import Projections

/// A cache of finished answers. An answer is valid until one of its dependencies changes. Each household has a share of
/// its own, so that its queries do not evict others' answers. Answers that are the same for everyone are cached only
/// once, and evict only each other, in a share of at most a quarter of the bytes. Confined to the event loop's thread.
struct AnswerCache {
  // A class, so that updating an entry's dependencies moves nothing in the dictionaries.
  private final class Entry {
    let json: [UInt8]
    var dependencies: DependencySet
    private let heldBytes: Int

    init(_ json: [UInt8], _ dependencies: DependencySet, to query: any Query) {
      heldBytes = query.heldBytes
      self.json = json
      self.dependencies = dependencies
    }

    var byteCount: Int { json.count + dependencies.byteCount + heldBytes + AnswerCache.overheadBytes }
  }

  private enum Share: Hashable {
    case household(HouseholdID), administrators, everyone

    init(of query: any Query, from asker: HouseholdID?) {
      if query.isSameForAll { self = .everyone } else { self = asker.map { .household($0) } ?? .administrators }
    }

    var answers: Int {
      switch self {
      case .household: AnswerCache.answersPerHousehold
      case .administrators: AnswerCache.answersOfAdministrators
      case .everyone: AnswerCache.answersForEveryone
      }
    }
  }

  private var shares: [Share: [AnyQuery: Entry]] = [:]
  private var byteCount = 0
  private let capacity: Int

  static let answersPerHousehold = 32
  static let answersOfAdministrators = 256
  static let answersForEveryone = 512
  /// The approximate overhead of an answer, in addition to its JSON, its dependencies and the memory that its query
  /// holds. It covers the query itself, the key and the entry in the dictionary.
  static let overheadBytes = 512

  /// Creates a cache of `capacity` bytes. In the rare case that all shares would exceed it, all answers are dropped.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Returns the cached answer to a query, or nil if there is none. Removes an answer that is out of date. `holds`
  /// returns whether an answer's dependencies are unchanged, and updates them if so.
  mutating func answer(to query: any Query, of asker: HouseholdID?, _ holds: (inout DependencySet) -> Bool) -> [UInt8]?
  {
    let share = Share(of: query, from: asker)
    guard let entry = shares[share]?[AnyQuery(query: query)] else { return nil }
    if holds(&entry.dependencies) { return entry.json }
    shares[share]?[AnyQuery(query: query)] = nil
    byteCount -= entry.byteCount
    return nil
  }

  /// Caches an answer if it has dependencies. If its share is full, evicts the answers confirmed longest ago.
  mutating func keep(_ answer: Answer, to query: any Query, of asker: HouseholdID?) {
    guard let dependencies = answer.dependencies else { return }
    let (share, key, entry) = (
      Share(of: query, from: asker), AnyQuery(query: query), Entry(answer.json, dependencies, to: query)
    )
    guard entry.byteCount <= limit(of: share) else { return }
    if let present = shares[share]?[key] {
      // Keep the present answer if it is more recent. A worker may finish later than another that began after it.
      if present.dependencies.changeCount > dependencies.changeCount { return }
      shares[share]?[key] = nil
      byteCount -= present.byteCount
    }
    while let oldest = evictable(for: entry, in: share) {
      byteCount -= shares[share]?.removeValue(forKey: oldest)?.byteCount ?? 0
    }
    if byteCount + entry.byteCount > capacity {
      shares.removeAll(keepingCapacity: true)
      byteCount = 0
    }
    shares[share, default: [:]][key] = entry
    byteCount += entry.byteCount
  }

  /// The maximum size of a share in bytes.
  private func limit(of share: Share) -> Int { share == .everyone ? capacity / 4 : capacity }

  /// Returns the answer to evict before `entry` is added: the share's confirmed longest ago; nil if there is room.
  private func evictable(for entry: Entry, in share: Share) -> AnyQuery? {
    guard
      let answers = shares[share],
      answers.count >= share.answers
        || share == .everyone
          && answers.values.reduce(entry.byteCount, { $0 + $1.byteCount }) > limit(of: share)
    else { return nil }
    return answers.min { $0.value.dependencies.changeCount < $1.value.dependencies.changeCount }?.key
  }
}
