import EventStore

/// A page of a partition's list, the greatest sort key first.
public struct RowPage<Model: Projection>: Equatable, Sendable {
  typealias Found = (model: Model, position: Position)

  public let rows: [Model]
  /// The sort key after which the next page begins; nil at the end.
  public let next: SortKey?

  /// Creates a page. `found` has one more row than `limit` if another page follows.
  init(_ found: [Model], limit: Int) {
    rows = Array(found.prefix(limit))
    next = found.count > limit ? rows.last?.sortKey : nil
  }

  /// Merges stored and changed rows after `sortKey`. Of a row in both, the later one counts, since a flush may have come between
  /// the two reads. `last` is the sort key up to which the store was read; later rows are unknown.
  static func merge(
    _ stored: [Found], _ changed: [(key: RowKey, model: Model?, position: Position)], after sortKey: SortKey?,
    through last: SortKey?
  ) -> [Found] {
    var newest: [RowKey: (model: Model?, position: Position)] = [:]
    for row in stored { newest[row.model.key] = (row.model, row.position) }
    for row in changed {
      if let known = newest[row.key], known.position >= row.position { continue }
      newest[row.key] = (row.model, row.position)
    }
    var found: [(sortKey: SortKey, row: Found)] = []
    for (model, position) in newest.values {
      guard let model, let own = model.sortKey, sortKey.map({ own < $0 }) ?? true, last.map({ $0 <= own }) ?? true
      else { continue }
      found.append((own, (model, position)))
    }
    return found.sorted { $1.sortKey < $0.sortKey }.map(\.row)
  }
}
