/// When things changed, in bounded memory: exactly of those that changed lately, no later than it says of all others.
///
/// Changes are counted, and the count is their time. Not thread-safe: it lives behind the lock of what it tells about,
/// so that a change is noted before anybody can read what has changed.
final class RecentChanges {
  private struct Slot {
    var thing = 0
    /// When `thing` changed.
    var changedAt = 0
    /// When the last of those changed that gave way here.
    var floor = 0

    mutating func note(_ thing: Int, at count: Int) {
      if thing != self.thing {
        floor = changedAt
        self.thing = thing
      }
      changedAt = count
    }

    func lastChange(of thing: Int) -> Int { thing == self.thing ? changedAt : floor }
  }

  /// A thing that is pushed out by another costs the answers that rest on it at most one more making.
  static let capacity = 1 << 16

  private var slots = [Slot](repeating: Slot(), count: capacity)
  /// How many changes there have been.
  private(set) var count = 0
  private var allChangedAt = 0

  func note(_ ground: Ground) {
    count += 1
    slots[ground.hash & (Self.capacity - 1)].note(ground.hash, at: count)
  }

  /// Everything may have changed: rows were replaced, or a read model has stopped.
  func noteAll() {
    count += 1
    allChangedAt = count
  }

  /// Whether a thing is as it was when there had been so many changes.
  func isUnchanged(_ ground: Ground, since count: Int) -> Bool {
    allChangedAt <= count && slots[ground.hash & (Self.capacity - 1)].lastChange(of: ground.hash) <= count
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
