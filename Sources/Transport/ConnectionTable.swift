/// The open connections, by the index in their id.
struct ConnectionTable {
  private struct Slot {
    var generation: UInt32 = 0
    var connection: Connection?
  }

  private var slots: [Slot] = []
  private var freeIndices: [Int32] = []
  private(set) var count = 0

  /// The connection with this id; nil if it has been removed, even if its index is in use again.
  subscript(id: ConnectionID) -> Connection? {
    let index = Int(id.index)
    guard slots.indices.contains(index), slots[index].generation == id.generation else { return nil }
    return slots[index].connection
  }

  var nextID: ConnectionID {
    let index = freeIndices.last ?? Int32(slots.count)
    let generation = slots.indices.contains(Int(index)) ? slots[Int(index)].generation : 0
    return ConnectionID(index: index, generation: generation)
  }

  mutating func insert(_ connection: Connection) {
    let index = freeIndices.popLast() ?? Int32(slots.count)
    if Int(index) == slots.count { slots.append(Slot()) }
    slots[Int(index)].connection = connection
    count += 1
  }

  mutating func remove(_ id: ConnectionID) {
    guard self[id] != nil else { return }
    slots[Int(id.index)].connection = nil
    slots[Int(id.index)].generation &+= 1
    freeIndices.append(id.index)
    count -= 1
  }

  /// All open connections, in no particular order.
  var all: [Connection] { slots.compactMap(\.connection) }
}
