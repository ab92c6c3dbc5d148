/// The English texts of a collection: titles, lists, notes, import and export.
struct CollectionTexts: ScreenTexts {
  let heading = "Collection"
  let all = "All"
  let statuses = "Status"
  let search = "Title"
  let find = "Find"
  let add = "Add a title"
  let addHelp = "Search movies and series by their title."
  let addButton = "Plan to see"
  let lists = "Lists"
  let files = "Import and export"
  let back = "Back to the collection"
  let more = "Show more"
  let noMore = "That did not work. Try again"
  let end = "That's all of them"
  let newest = "Back to the first ones"
  let nothing = "Nothing here yet"
  let nothingHelp = "Add movies and series that you plan to see, or bring them from another app."
  let movie = "Movie"
  let series = "Series"
  let favourite = "Favourite"
  let notFavourite = "No longer a favourite"
  let makeFavourite = "Make it a favourite"
  let isPrivate = "Private"
  let makePrivate = "Make it private"
  let makeVisible = "Show it to the household"
  let privateHelp = "Others see neither a private title nor its notes."
  let status = "Status"
  let setStatus = "Set"
  let noStatus = "No status"
  let rating = "Rating"
  let noRating = "No rating"
  let loved = "Loved it"
  let liked = "Liked it"
  let didNotLike = "Did not like it"
  let markSeen = "Mark as seen"
  let markUnseen = "Not seen"
  let seasons = "Seasons"
  let details = "All details"
  let remove = "Remove from the collection"
  let removeHelp = "Its notes, plays and places on lists are removed, too."
  let saved = "Saved."

  // MARK: Notes

  let notes = "Notes"
  let noNotes = "No notes yet."
  let note = "Note"
  let addNote = "Add a note"
  let editNote = "Edit"
  let saveNote = "Save"
  let removeNote = "Remove"
  let ownerOnly = "Only for me"
  let shared = "Shared with the household"
  let onlyForYou = "Only for you"
  let noteAdded = "The note was added."
  let noteSaved = "The note was saved."
  let noteRemoved = "The note was removed."

  // MARK: Lists

  let noLists = "No lists yet."
  let newList = "New list"
  let listName = "Name"
  let listDescription = "Description"
  let shareList = "Share with the household"
  let isDefault = "New titles go to this list"
  let icon = "Icon"
  let noIcon = "No icon"
  let otherIcon = "As it is"
  let color = "Colour"
  let noColor = "No colour"
  let createList = "Make the list"
  let saveList = "Save the list"
  let removeList = "Remove the list"
  let removeListHelp = "Its titles stay in the collection."
  let listCreated = "The list was made."
  let listSaved = "The list was saved."
  let listRemoved = "The list was removed."
  let defaultBadge = "Default"
  let sharedBadge = "Shared"
  let emptyList = "No titles on this list yet. Open a title of the collection to put it here."
  let up = "Up"
  let down = "Down"
  let takeOff = "Remove"
  let putOn = "Put on a list"
  let put = "Put"
  let changeList = "Change the list"
  let allLists = "All lists"
  let moved = "The order was changed."

  // MARK: Files

  let exportHeading = "Export"
  let exportAll = "Everything, for movienight"
  let exportLetterboxd = "Movies, for Letterboxd"
  let exportHelp = "Everything you have recorded, as a file for another server or another app."
  let withNotes = "with notes"
  let importHeading = "Import"
  let importHelp =
    "Choose the files of your export, or the whole folder if it was a ZIP file and you have unpacked it. First you see what would change; nothing is recorded before you confirm it."
  let format = "From"
  let chooseFiles = "Files"
  let chooseFolder = "Or a folder"
  let filesHelp =
    "Up to 32 MiB. Letterboxd and TV Time files are recognized by their names, such as diary.csv, so do not rename them."
  let check = "Check"
  let report = "What the import would change"
  let reportDone = "What the import has changed"
  let importNow = "Import now"
  let cancel = "Do not import"
  let nothingChanges = "Nothing is new."
  let unresolved = "Could not be matched"
  let ignored = "Ignored"
  let noPending = "There is no import to confirm. Choose the files again."
  let noFiles = "Choose a file or a folder first."
  let tooLarge =
    "These files have more than 32 MiB. Choose fewer at a time, or import them in a terminal: movienight collection import."
  let nights = "Movie nights of this household"

  func status(_ status: String) -> String {
    switch status {
    case "planned": "Planned"
    case "watching": "Watching"
    case "completed": "Completed"
    case "paused": "Paused"
    case "dropped": "Dropped"
    default: status
    }
  }
  func tab(_ label: String, _ count: Int) -> String { "\(label) \(count)" }
  func progress(_ watched: Int, of total: Int) -> String { "\(watched) of \(total) episodes seen" }
  func next(_ code: String, _ name: String?) -> String { "Next: \(code)" + (name.map { " \($0.isolated)" } ?? "") }
  func season(_ number: Int) -> String { number == 0 ? "Specials" : "Season \(number)" }
  func seenOf(_ watched: Int, _ total: Int?) -> String { total.map { "\(watched) of \($0) seen" } ?? "\(watched) seen" }
  func rating(_ rating: String) -> String? {
    switch rating {
    case "loved": loved
    case "liked": liked
    case "did_not_like": didNotLike
    default: nil
    }
  }
  func removed(_ name: String) -> String { "\(name.isolated) was removed from the collection." }
  func takenOff(_ name: String) -> String { "\(name.isolated) is no longer on the list." }
  func by(_ name: String) -> String { "By \(name.isolated)" }
  func listed(_ watched: Int, of total: Int) -> String {
    total == 1 ? "1 title, \(watched) seen" : "\(total) titles, \(watched) seen"
  }
  func added(_ name: String) -> String { "\(name.isolated) is in the collection now." }
  func noResults(_ query: String) -> String { "Nothing found for “\(query.isolated)”." }
  func statusSet(_ name: String, _ status: String?) -> String {
    status.map { "\(name.isolated): \(self.status($0))." } ?? "\(name.isolated) has no status."
  }
  func puts(_ name: String, on list: String) -> String { "\(name.isolated) is on \(list.isolated) now." }

  func problem(_ problem: ImportPieces.Problem) -> String {
    switch problem {
    case .notText(let file): "\(file.isolated) is not text in UTF-8. Save it with the encoding UTF-8."
    case .zip(let file): "\(file.isolated) is a ZIP file. Unpack it, and choose the folder with its files."
    }
  }

  // MARK: The report

  func lines(_ count: Int) -> String { count == 1 ? "1 line was read." : "\(count) lines were read." }
  func count(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
  func unchanged(_ count: Int) -> String { count == 1 ? "1 line changes nothing." : "\(count) lines change nothing." }
  func unresolved(_ place: String, _ name: String?, _ reason: String) -> String {
    "\(place): " + (name.map { "\($0.isolated), " } ?? "") + reason
  }
  func line(_ file: String, _ line: Int) -> String { file.isEmpty ? "line \(line)" : "\(file.isolated) line \(line)" }
  func andMore(_ count: Int) -> String { "and \(count) more" }
  func reason(_ reason: String) -> String {
    switch reason {
    case "ambiguous": "several titles match"
    case "not_found": "no such title was found"
    case "no_catalog": "the catalog gave no answer"
    case "bad_value": "a value cannot be used"
    case "not_supported": "neither a movie nor a series"
    case "limit": "your collection is full"
    default: reason
    }
  }
}
