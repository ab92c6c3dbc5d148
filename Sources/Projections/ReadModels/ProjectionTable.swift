import Domain
import EventStore
import Primitives

/// The rows of one projection that are in memory, seen without their type.
///
/// Not thread-safe: whoever holds tables keeps them behind one lock.
protocol ProjectionTable: AnyObject {
  var name: String { get }
  var version: Int { get }
  /// Whether events are folded into it.
  var takesPart: Bool { get }
  /// The last position whose event is in the rows.
  var checkpoint: Position { get }
  var stopped: ReadModelState.Stopped? { get }
  var rowCount: Int { get }
  var dirtyCount: Int { get }

  /// Puts in a row that a fold missed, as the store keeps it; nil where the store has none.
  func install(_ row: Row?, for key: RowKey, nextEvent: Position)

  /// Whether the row is in memory.
  func holds(_ key: RowKey) -> Bool
  /// Forgets a row; the store has it.
  func drop(_ key: RowKey)
  /// The changed rows as values. The closure encodes them and may run without the lock.
  func changes() -> @Sendable () -> [Row]
  /// All rows as values; see `changes`.
  func contents() -> @Sendable () -> [Row]
  func row(_ key: RowKey) -> Row?
  /// The changed rows are written.
  func markClean()
  /// What to choose from where there are more rows than `capacity`; nil where there are not.
  func evictable(downTo capacity: Int) -> EvictionChoice?
  /// Forgets these rows, but for those that were used or changed since they were chosen.
  func evict(_ victims: ArraySlice<EvictionChoice.Use>)

  /// Takes events after a position again. Rows that have some of them already must have been dropped.
  func rewind(to position: Position)
  /// Begins anew without rows, at a position.
  func reset(checkpoint: Position, stopped: ReadModelState.Stopped?)
  /// Takes the rows of another table of the same projection.
  func adopt(_ other: any ProjectionTable)
}

extension ProjectionTable {
  /// Forgets clean rows, those that were not used for longest first, until `capacity` are left: for tables that nobody
  /// else waits for.
  func evictCleanRows(downTo capacity: Int) {
    if let victims = evictable(downTo: capacity)?.victims() { evict(victims[...]) }
  }
}

/// Clean rows with their last use, of which the search for the oldest can be made without the lock.
struct EvictionChoice {
  struct Use {
    let key: RowKey
    let lastUse: UInt64
  }

  private var uses: [Use] = []
  private let excess: Int

  /// - Parameter excess: how many rows are too many.
  init(excess: Int) { self.excess = excess }

  mutating func add(_ key: RowKey, lastUse: UInt64) { uses.append(Use(key: key, lastUse: lastUse)) }

  /// Those that were not used for longest.
  func victims() -> [Use] { Array(uses.sorted { $0.lastUse < $1.lastUse }.prefix(excess)) }
}

/// The rows of one projection that are in memory: those that changed since they were last written, and a cache of
/// others.
final class Table<Model: Projection>: ProjectionTable {
  private struct Slot {
    var model: Model
    /// Of the last event that changed it.
    var position: Position
    var isDirty: Bool
    var lastUse: UInt64
  }

  /// Whether memory holds every row there is, so that a row that is not here does not exist.
  private let isWhole: Bool
  let takesPart: Bool
  private var slots: [RowKey: Slot] = [:]
  /// Keys that have no row, as far as somebody looked: a household without a library is asked for its library often.
  private var absentKeys: Set<RowKey> = []
  private var dirtyKeys: [RowKey] = []
  private var uses: UInt64 = 0
  private(set) var checkpoint: Position = 0
  private(set) var stopped: ReadModelState.Stopped?
  /// Changes when rows leave: whoever read the store beside must then not install what was read.
  private(set) var epoch = 0
  /// Which rows each owner has, newest first; nil unless the projection is listed.
  var lists: OwnerLists?
  /// All keys there are; nil unless the projection is enumerated and memory holds every row.
  private var sortedKeys: SortedKeys?

  init(isWhole: Bool, takesPart: Bool = true) {
    self.isWhole = isWhole
    self.takesPart = takesPart
    lists = Model.isListed ? OwnerLists(isWhole: isWhole) : nil
    sortedKeys = Model.isEnumerated && isWhole ? SortedKeys() : nil
  }

  var name: String { Model.name }
  var version: Int { Model.version }
  var rowCount: Int { slots.count }
  var dirtyCount: Int { dirtyKeys.count }

  // MARK: Folding

  /// Takes the next event in. An event at or before the checkpoint changes nothing.
  /// - Parameter isMirror: whether the store's rows have the event already, so that a row that is not in memory needs
  ///   not be fetched, and none has to be written.
  /// - Returns: The key of a row that must be installed first; nil when the event is in.
  func fold(_ fact: ReadFact<Model.Fact>, _ envelope: EventEnvelope, isMirror: Bool) -> RowKey? {
    guard stopped == nil, envelope.position > checkpoint else { return nil }
    switch fact {
    case .unreadable(let reason): stop(at: envelope.position, reason)
    case .fact(let fact):
      if Model.reads(fact) {
        do throws(FoldError) {
          if let missing = try fold(fact, envelope, isWritten: isMirror), !isMirror { return missing }
        } catch {
          stop(at: envelope.position, "\(fact.payload.typeName) in the stream \(envelope.stream): \(error)")
          return nil
        }
      }
      checkpoint = envelope.position
    }
    return nil
  }

  private func fold(_ fact: Model.Fact, _ envelope: EventEnvelope, isWritten: Bool) throws(FoldError) -> RowKey? {
    let key = RowKey(envelope.stream.id)
    if let index = slots.index(forKey: key) {
      // A row that was read from a shared store may be ahead of the events that have been taken in.
      guard envelope.position > slots.values[index].position else { return nil }
      try slots.values[index].model.fold(fact, envelope)
      slots.values[index].position = envelope.position
      slots.values[index].lastUse = nextUse()
      if !isWritten, !slots.values[index].isDirty {
        slots.values[index].isDirty = true
        dirtyKeys.append(key)
      }
      return nil
    }
    guard envelope.revision == 0 || isWhole else { return key }
    let model = try Model(first: fact, envelope)
    slots[key] = Slot(model: model, position: envelope.position, isDirty: !isWritten, lastUse: nextUse())
    absentKeys.remove(key)
    if !isWritten { dirtyKeys.append(key) }
    lists?.insert(RowCursor(order: model.order, key: key), owner: model.owner)
    sortedKeys?.insert(key)
    return nil
  }

  func install(_ row: Row?, for key: RowKey, nextEvent: Position) {
    guard let row else {
      return stop(at: nextEvent, "the row \(key) is missing, though its stream has earlier events")
    }
    do throws(JSONError) {
      install(try Model(row: row), at: row.position)
    } catch {
      stop(at: nextEvent, "the row \(key) cannot be read: \(error)")
    }
  }

  private func stop(at position: Position, _ reason: String) {
    stopped = ReadModelState.Stopped(position: position, reason: reason)
  }

  func holds(_ key: RowKey) -> Bool { slots[key] != nil }

  func drop(_ key: RowKey) {
    guard slots.removeValue(forKey: key) != nil else { return }
    dirtyKeys.removeAll { $0 == key }
    sortedKeys?.remove(key)
    epoch += 1
  }

  // MARK: Reading

  /// The row; `miss` where only the store can tell.
  func cached(_ key: RowKey) -> Cached<Model> {
    guard let index = slots.index(forKey: key) else {
      return isWhole || absentKeys.contains(key) ? .hit(nil) : .miss
    }
    slots.values[index].lastUse = nextUse()
    return .hit(slots.values[index].model)
  }

  /// Of the last event that is in a row; nil where it is not in memory.
  func position(of key: RowKey) -> Position? { slots[key]?.position }

  /// Remembers that the store has no row, unless there is one by now.
  func noteAbsence(of key: RowKey) {
    guard slots[key] == nil else { return }
    if absentKeys.count >= Self.absentKeysAtMost { absentKeys.removeAll(keepingCapacity: true) }
    absentKeys.insert(key)
  }

  private static var absentKeysAtMost: Int { 20_000 }

  /// Puts in a clean row, unless a newer one is there.
  func install(_ model: Model, at position: Position) {
    guard slots[model.key] == nil else { return }
    slots[model.key] = Slot(model: model, position: position, isDirty: false, lastUse: nextUse())
  }

  /// The rows of an owner that the store does not have as they are now.
  func dirtyRows(of owner: OwnerID) -> [(model: Model, position: Position)] {
    dirtyKeys.compactMap { key in
      guard let slot = slots[key], slot.model.owner == owner else { return nil }
      return (slot.model, slot.position)
    }
  }

  /// Keys after `key` of rows that the store does not have, or has otherwise: in their order, the first of them.
  func keysOutsideStore(after key: RowKey?, limit: Int) -> [RowKey] {
    if let sortedKeys { return sortedKeys.page(after: key, limit: limit) }
    let changed = dirtyKeys.filter { changed in key.map { $0 < changed } ?? true }
    return Array(changed.sorted().prefix(limit))
  }

  /// Every row in memory, in no order.
  var models: [Model] { slots.values.map(\.model) }

  func row(_ key: RowKey) -> Row? {
    slots[key].map { $0.model.row(at: $0.position) }
  }

  // MARK: Writing

  func changes() -> @Sendable () -> [Row] {
    let changed = dirtyKeys.compactMap { slots[$0] }
    return { changed.map { $0.model.row(at: $0.position) } }
  }

  func contents() -> @Sendable () -> [Row] {
    let slots = slots
    return { slots.values.map { $0.model.row(at: $0.position) } }
  }

  func markClean() {
    for key in dirtyKeys {
      if let index = slots.index(forKey: key) { slots.values[index].isDirty = false }
    }
    dirtyKeys.removeAll(keepingCapacity: true)
  }

  func evictable(downTo capacity: Int) -> EvictionChoice? {
    let excess = slots.count - capacity
    guard excess > 0, !isWhole else { return nil }
    var choice = EvictionChoice(excess: excess)
    for (key, slot) in slots where !slot.isDirty { choice.add(key, lastUse: slot.lastUse) }
    return choice
  }

  func evict(_ victims: ArraySlice<EvictionChoice.Use>) {
    for victim in victims {
      guard let slot = slots[victim.key], !slot.isDirty, slot.lastUse == victim.lastUse else { continue }
      slots.removeValue(forKey: victim.key)
    }
    epoch += 1
  }

  func reset(checkpoint: Position, stopped: ReadModelState.Stopped?) {
    slots = [:]
    absentKeys = []
    dirtyKeys = []
    lists = Model.isListed ? OwnerLists(isWhole: isWhole) : nil
    sortedKeys?.removeAll()
    self.checkpoint = checkpoint
    self.stopped = stopped
    epoch += 1
  }

  func rewind(to position: Position) { checkpoint = min(checkpoint, position) }

  func adopt(_ other: any ProjectionTable) {
    guard let other = other as? Table<Model> else { return }
    slots = other.slots
    dirtyKeys = other.dirtyKeys
    lists = other.lists
    sortedKeys = other.sortedKeys
    checkpoint = other.checkpoint
    stopped = other.stopped
    epoch += 1
  }

  private func nextUse() -> UInt64 {
    uses &+= 1
    return uses
  }
}

/// What memory knows of a row.
public enum Cached<Value> {
  /// The value; nil where there is none.
  case hit(Value?)
  /// Only the store can tell.
  case miss
}

extension Cached: Sendable where Value: Sendable {}
