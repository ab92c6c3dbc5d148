/// The changes of dependencies, in bounded memory: exact for recent changes, and conservative for all others. Changes are
/// numbered, and the count is their time. Not thread-safe: the lock of the changed data also guards it, so that a change is noted
/// before anybody can read its result.
final class RecentChanges {
  /// The last eight changed things whose hashes have the same lowest bits.
  private struct Slot {
    private var things = Things(repeating: 0)
    private var changes = Things(-8, -7, -6, -5, -4, -3, -2, -1)
    /// The latest change of a thing that was evicted from this slot.
    private var floor = 0

    typealias Things = SIMD8<Int>

    mutating func note(_ thing: Int, at count: Int) {
      let known = things .== thing
      if any(known) { return changes.replace(with: count, where: known) }
      let longestAgo = changes.min()
      let oldest = changes .== longestAgo
      floor = max(floor, longestAgo)
      things.replace(with: thing, where: oldest)
      changes.replace(with: count, where: oldest)
    }

    func lastChange(of thing: Int) -> Int {
      max(floor, changes.replacing(with: floor, where: things .!= thing).max())
    }
  }

  /// The number of things known exactly. If more than eight in a slot change all the time, the others in it may count as changed
  /// for nothing.
  static let capacity = slotCount * Slot.Things.scalarCount
  static let slotCount = 1 << 13

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private(set) var count = 0
  private var allChangedAt = 0

  func note(_ ground: Ground) {
    count += 1
    slots[ground.hash & (Self.slotCount - 1)].note(ground.hash, at: count)
  }

  func noteAll() {
    count += 1
    allChangedAt = count
  }

  /// Whether a dependency has not changed since there were `count` changes.
  func isUnchanged(_ ground: Ground, since count: Int) -> Bool {
    allChangedAt <= count && slots[ground.hash & (Self.slotCount - 1)].lastChange(of: ground.hash) <= count
  }

  /// Whether no dependency has changed; if so, records that this holds as of now.
  func confirm(_ grounds: inout Grounds) -> Bool {
    // The common case between two changes.
    if grounds.changeCount == count { return true }
    for thing in grounds.things where !isUnchanged(thing, since: grounds.changeCount) { return false }
    guard allChangedAt <= grounds.changeCount else { return false }
    grounds.changeCount = count
    return true
  }
}
