/// A record of when dependencies last changed, in bounded memory. It is exact for recent changes, and conservative for
/// older ones. Changes have numbers, which serve as times. Not thread-safe: the lock of the changed data also guards
/// this record, so that a change is noted before its result can be read.
final class RecentChanges {
  /// The eight most recently changed dependencies among those whose hashes have the same lowest bits.
  private struct Slot {
    private var dependencies = Lanes(repeating: 0)
    private var changes = Lanes(-8, -7, -6, -5, -4, -3, -2, -1)
    /// The latest change among the dependencies that were evicted from this slot.
    private var floor = 0

    typealias Lanes = SIMD8<Int>

    mutating func note(_ dependency: Int, at count: Int) {
      let known = dependencies .== dependency
      if any(known) { return changes.replace(with: count, where: known) }
      let longestAgo = changes.min()
      let oldest = changes .== longestAgo
      floor = max(floor, longestAgo)
      dependencies.replace(with: dependency, where: oldest)
      changes.replace(with: count, where: oldest)
    }

    func lastChange(of dependency: Int) -> Int {
      max(floor, changes.replacing(with: floor, where: dependencies .!= dependency).max())
    }
  }

  /// The number of dependencies whose last change is known exactly. If more than eight dependencies of a slot change
  /// often, its other dependencies may count as changed although they have not changed.
  static let capacity = slotCount * Slot.Lanes.scalarCount
  static let slotCount = 1 << 13

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private(set) var count = 0
  private var allChangedAt = 0

  func note(_ dependency: Dependency) {
    count += 1
    slots[dependency.hash & (Self.slotCount - 1)].note(dependency.hash, at: count)
  }

  func noteAllChanged() {
    count += 1
    allChangedAt = count
  }

  func isUnchanged(_ dependency: Dependency, since count: Int) -> Bool {
    allChangedAt <= count && slots[dependency.hash & (Self.slotCount - 1)].lastChange(of: dependency.hash) <= count
  }

  /// Returns true if no dependency has changed since `dependencies.changeCount`, and then updates that count.
  func confirm(_ dependencies: inout DependencySet) -> Bool {
    // This is the common case, because most checks follow each other without a change.
    if dependencies.changeCount == count { return true }
    for dependency in dependencies.dependencies where !isUnchanged(dependency, since: dependencies.changeCount) {
      return false
    }
    guard allChangedAt <= dependencies.changeCount else { return false }
    dependencies.changeCount = count
    return true
  }
}
