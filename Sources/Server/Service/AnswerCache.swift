import Domain
import Projections

/// Finished answers, each for as long as its household has not changed.
///
/// It belongs to the event loop's thread.
struct AnswerCache {
  private struct Entry {
    let stamp: ChangeStamp
    var answers: [AnyQuery: [UInt8]] = [:]
  }

  private var entries: [HouseholdID: Entry] = [:]
  private var byteCount = 0
  private let capacity: Int

  private static let answersAHousehold = 32

  /// - Parameter capacity: in bytes; when it is full everything is dropped, which is seldom and costs one fold each.
  init(capacity: Int) {
    self.capacity = capacity
  }

  func answer(to query: any Query, of household: HouseholdID, at stamp: ChangeStamp) -> [UInt8]? {
    guard let entry = entries[household], entry.stamp == stamp else { return nil }
    return entry.answers[AnyQuery(query: query)]
  }

  /// - Parameter stamp: what the household's stamp was before the answer was made.
  mutating func keep(_ answer: [UInt8], to query: any Query, of household: HouseholdID, at stamp: ChangeStamp) {
    if byteCount + answer.count > capacity {
      entries.removeAll(keepingCapacity: true)
      byteCount = 0
    }
    if entries[household]?.stamp != stamp {
      let dropped = entries.updateValue(Entry(stamp: stamp), forKey: household)
      byteCount -= dropped?.answers.values.reduce(0) { $0 + $1.count } ?? 0
    }
    guard let index = entries.index(forKey: household),
      entries.values[index].answers.count < Self.answersAHousehold
    else { return }
    let replaced = entries.values[index].answers.updateValue(answer, forKey: AnyQuery(query: query))
    byteCount += answer.count - (replaced?.count ?? 0)
  }
}
