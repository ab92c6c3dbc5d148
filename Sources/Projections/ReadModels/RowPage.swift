import EventStore

/// A page of a partition's list, the greatest sort key first.
public struct RowPage<Model: Projection>: Equatable, Sendable {
  typealias PositionedRow = (model: Model, position: Position)

  public let rows: [Model]
  /// The sort key after which the next page begins; nil for the last page.
  public let next: SortKey?

  /// Creates a page. `found` contains one more row than `limit` if another page follows.
  init(_ found: [Model], limit: Int) {
    rows = Array(found.prefix(limit))
    next = found.count > limit ? rows.last?.sortKey : nil
  }

  /// Merges stored and changed rows after `sortKey`. If a row is in both, the later version counts, because a flush may
  /// have happened between the reads. The store was read up to `last`, or to the end if nil; later rows are left out.
  static func merge(
    _ stored: [PositionedRow], _ changed: [(key: RowKey, model: Model?, position: Position)], after sortKey: SortKey?,
    through last: SortKey?
  ) -> [PositionedRow] {
    var newest: [RowKey: (model: Model?, position: Position)] = [:]
    for row in stored { newest[row.model.key] = (row.model, row.position) }
    for row in changed {
      if let known = newest[row.key], known.position >= row.position { continue }
      newest[row.key] = (row.model, row.position)
    }
    var found: [(sortKey: SortKey, row: PositionedRow)] = []
    for (model, position) in newest.values {
      guard let model, let own = model.sortKey, sortKey.map({ own < $0 }) ?? true, last.map({ $0 <= own }) ?? true
      else { continue }
      found.append((own, (model, position)))
    }
    return found.sorted { $1.sortKey < $0.sortKey }.map(\.row)
  }
}
