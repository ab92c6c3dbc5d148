/// When things changed, in bounded memory: exactly of those that changed lately, no later than it says of all others.
///
/// Changes are counted, and the count is their time. Not thread-safe: it lives behind the lock of what it tells about,
/// so that a change is noted before anybody can read what has changed.
final class RecentChanges {
  /// Where things with the same lowest bits stand: the last eight that changed.
  private struct Slot {
    private var things = Things(repeating: 0)
    /// No two are equal.
    private var changes = Things(-8, -7, -6, -5, -4, -3, -2, -1)
    /// When the last of those changed that gave way here.
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

  /// How many things it knows exactly. Only where more than eight that fall into one slot change all the time, what else falls
  /// into it counts as changed for nothing.
  static let capacity = slotCount * Slot.Things.scalarCount
  static let slotCount = 1 << 13

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  /// How many changes there have been.
  private(set) var count = 0
  private var allChangedAt = 0

  func note(_ ground: Ground) {
    count += 1
    slots[ground.hash & (Self.slotCount - 1)].note(ground.hash, at: count)
  }

  /// Everything may have changed: rows were replaced, or a read model has stopped.
  func noteAll() {
    count += 1
    allChangedAt = count
  }

  /// Whether a thing is as it was when there had been so many changes.
  func isUnchanged(_ ground: Ground, since count: Int) -> Bool {
    allChangedAt <= count && slots[ground.hash & (Self.slotCount - 1)].lastChange(of: ground.hash) <= count
  }

  /// Whether nothing of `grounds` has changed; they are then known to be good as of now.
  func confirm(_ grounds: inout Grounds) -> Bool {
    // Between two changes this is all there is to do.
    if grounds.changeCount == count { return true }
    for thing in grounds.things where !isUnchanged(thing, since: grounds.changeCount) { return false }
    guard allChangedAt <= grounds.changeCount else { return false }
    grounds.changeCount = count
    return true
  }
}
