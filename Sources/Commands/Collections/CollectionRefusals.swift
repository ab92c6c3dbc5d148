import Domain
import ProtocolSchema

extension Refusal {
  package static let alreadyInCollection = Refusal(
    409, "already_in_collection", "the title is already in the collection", "% is already in your collection.", .index)
  package static let notInCollection = Refusal(
    404, "not_in_collection", "the title is not in the collection, or not on the list", "% is not in your collection.",
    .index, hint: "Add it with: movienight titles add TITLE")
  package static let unknownList = Refusal(
    404, "unknown_list", "no such list, or another member's private one", "There is no such list.", .index)
  package static let unknownNote = Refusal(
    404, "unknown_note", "no such note, or another member's private one", "There is no such note.")
  package static let notYourNote = Refusal(
    403, "not_your_note", "only its author can change a note",
    "Only the author of this note, or a child's parent, can change it.")
  package static let notASeries = Refusal(
    422, "not_a_series", "only a series can have the status `watching`",
    "% is a movie, and only a series can be watching.", .index)
  package static let inTheFuture = Refusal(
    422, "in_the_future", "the time of watching is more than a day ahead",
    "The time of watching is more than a day in the future.", .index)
  package static let noSuchEpisode = Refusal(
    422, "unknown_episode", "the series has no such episode", "Season % of this series has no episode %.", .index)
  package static let privateTitle = Refusal(
    422, "private_title", "private titles cannot be on shared lists",
    "% is private, and a shared list cannot hold it.", .index)
}

// MARK: - Limits

extension Refusal {
  package static let collectionFull = Refusal(
    422, "collection_full", "the collection has 20,000 titles",
    "A collection holds at most 20,000 titles. Remove some first.", .limit(CollectionLimits.titles), .index)
  package static let tooManyLists = Refusal(
    422, "too_many_lists", "the member has 100 lists", "You can have at most 100 lists. Remove one first.",
    .limit(CollectionLimits.lists))
  package static let listFull = Refusal(
    422, "list_full", "the list has 2,000 titles", "A list holds at most 2,000 titles. Remove some first.",
    .limit(CollectionLimits.titlesOfList), .index)
  package static let tooManyNotes = Refusal(
    422, "too_many_notes", "the member has 2,000 notes", "You can have at most 2,000 notes. Remove one first.",
    .limit(CollectionLimits.notes))
  package static let tooManyPlays = Refusal(
    422, "too_many_plays", "200 plays of one movie or episode, or 20,000 of one series",
    "No more plays fit: a movie or episode can have 200, a series 20,000.", .limit, .index)
}

extension RefusalData {
  package static let index = RefusalData(
    WireField(
      "index", .integer(0...Int.max), isRequired: false, isNullable: false, "the index of the first refused item"))
}

extension Refusal {
  /// Returns the refusal with the index of the item that it is about, if it can have one. Call it after `with`.
  func at(_ index: Int) -> Refusal {
    func isIndex(_ data: RefusalData) -> Bool {
      data.field.name.description == RefusalData.index.field.name.description
    }
    guard data.contains(where: isIndex) else { return self }
    return saying(message, data: data.map { isIndex($0) ? .index(index) : $0 })
  }
}

extension TitleRef {
  /// The label at the beginning of a sentence.
  var name: String { label.prefix(1).uppercased() + label.dropFirst() }
}
