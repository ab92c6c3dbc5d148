import EventStore
import Primitives

/// Tells whether anything of an owner has changed: equal stamps mean that equal questions have equal answers.
public struct ChangeStamp: Hashable, Sendable {
  /// At or after the owner's last event.
  public let position: Position
  /// Counts the rebuilds that replaced rows.
  public let generation: Int
}

/// The stamps of all owners, in bounded memory.
struct ChangeStamps {
  static let capacity = 100_000

  private var positions: [OwnerID: Position] = [:]
  /// Who is not known has had no event after it.
  private var floor: Position = 0
  private var generation = 0

  mutating func note(_ owner: OwnerID, at position: Position) {
    // Forgetting all of them costs every cached answer once, and no answer is ever too old.
    if positions.count >= Self.capacity, positions[owner] == nil {
      positions.removeAll(keepingCapacity: true)
      floor = position
    }
    positions[owner] = position
  }

  mutating func noteReplacedRows() { generation += 1 }

  subscript(owner: OwnerID) -> ChangeStamp {
    ChangeStamp(position: positions[owner] ?? floor, generation: generation)
  }
}
