import EventStore

/// Part of a shelf's list, the greatest place first.
public struct RowPage<Model: Projection>: Equatable, Sendable {
  /// A row as of the last event that is in it.
  typealias Found = (model: Model, position: Position)

  public let rows: [Model]
  /// Where the next page begins; nil at the end.
  public let next: RowPlace?

  /// - Parameter found: is one longer than the page where something follows it.
  init(_ found: [Model], limit: Int) {
    rows = Array(found.prefix(limit))
    next = found.count > limit ? rows.last?.place : nil
  }

  /// Of a row that is in both, the one that has seen more: a flush may have come between the two readings.
  /// - Parameters:
  ///   - place: that after which the page begins.
  ///   - last: how far the store was read; what follows there is not known.
  static func merge(
    _ stored: [Found], _ changed: [(key: RowKey, model: Model?, position: Position)], after place: RowPlace?,
    through last: RowPlace?
  ) -> [Found] {
    var newest: [RowKey: (model: Model?, position: Position)] = [:]
    for row in stored { newest[row.model.key] = (row.model, row.position) }
    for row in changed {
      if let known = newest[row.key], known.position >= row.position { continue }
      newest[row.key] = (row.model, row.position)
    }
    var found: [(place: RowPlace, row: Found)] = []
    for (model, position) in newest.values {
      guard let model, let own = model.place, place.map({ own < $0 }) ?? true, last.map({ $0 <= own }) ?? true
      else { continue }
      found.append((own, (model, position)))
    }
    return found.sorted { $1.place < $0.place }.map(\.row)
  }
}
