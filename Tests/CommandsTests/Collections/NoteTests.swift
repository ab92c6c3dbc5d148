import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Notes on titles and episodes.
@Suite struct NoteTests {
  private let note = Cast.note(1)

  private func night() -> Night {
    var night = Night()
    night.send(.add(Cast.newMovie(1), Cast.newSeries(1)))
    return night
  }

  private func text(_ night: Night) -> String? { night.texts[TextID(note)].flatMap(CollectionTexts.note) }

  @Test func noteIsKeptAsTyped() {
    var night = night()
    let added = night.send(
      .addNote(note, .series(1), EpisodeRef(1, 2), text: "  so\n\tgood ", ownerOnly: false))
    #expect(
      added.events == [
        .collection(
          .noteAdded(
            NoteAdded(
              memberID: Cast.ann, noteID: note, title: .series(1), episode: EpisodeRef(1, 2), ownerOnly: false,
              createdAt: Cast.evening)))
      ])
    #expect(text(night) == "  so\n\tgood ")
    #expect(night.collection().titles[.series(1)]?.notes == [note])
  }

  @Test func blankOrLongNoteIsRefused() {
    var night = night()
    for text in ["", " \n", String(repeating: "x", count: 10_001), Self.longCharacters] {
      #expect(night.send(.addNote(1, on: .movie(1), text)).fields == ["text"])
    }
    #expect(night.send(.addNote(1, on: .movie(1), String(repeating: "x", count: 10_000))).types == ["NoteAdded"])
  }

  /// Few characters of many bytes.
  private static let longCharacters = String(repeating: "x" + String(repeating: "\u{301}", count: 20), count: 2_000)

  @Test func noteNeedsTitleAndEpisodeNeedsSeries() {
    var night = night()
    #expect(night.send(.addNote(1, on: .movie(2))).refused == "404 not_in_collection")
    let onMovie = night.send(.addNote(note, .movie(1), EpisodeRef(1, 1), text: "x", ownerOnly: true))
    #expect(onMovie.fields == ["season_number"])
  }

  @Test func editChangesOnlyWhatIsGiven() {
    var night = night()
    night.send(.addNote(1, on: .movie(1), "Good"))
    let edited = night.send(.editNote(note, text: "Better", ownerOnly: nil))
    #expect(
      edited.events == [
        .collection(.noteChanged(NoteChanged(memberID: Cast.ann, noteID: note, ownerOnly: true, hasNewText: true)))
      ])
    #expect(text(night) == "Better")
    #expect(night.send(.editNote(note, text: "Better", ownerOnly: true)).types == [])
    #expect(night.send(.editNote(note, text: nil, ownerOnly: false)).types == ["NoteChanged"])
    #expect(text(night) == "Better" && night.collection().notes[note]?.ownerOnly == false)
  }

  @Test func removedNoteLosesText() {
    var night = night()
    night.send(.addNote(1, on: .movie(1)))
    #expect(night.send(.removeNote(note)).types == ["NoteRemoved"])
    #expect(text(night) == nil && night.collection().titles[.movie(1)]?.notes == [])
    #expect(night.send(.removeNote(note)).refused == "404 unknown_note")
  }

  @Test func noteBeyondLimitIsRefused() {
    var night = night()
    for number in 1...CollectionLimits.notes { night.send(.addNote(number, on: .movie(1))) }
    let refused = night.send(.addNote(2_001, on: .series(1)))
    #expect(refused.refused == "422 too_many_notes" && refused.refusal?.data == [.limit(2_000)])
  }

  @Test func othersCannotEditAndLearnOfReadableNotesOnly() {
    var night = night()
    night.send(.addNote(1, on: .movie(1), ownerOnly: false))
    let other = Sender.member(Cast.starter)
    #expect(night.send(.editNote(note, text: "x", ownerOnly: nil), by: other).refused == "403 not_your_note")
    #expect(night.send(.removeNote(note), by: other).refused == "403 not_your_note")
    night.send(.set(.movie(1)) { $0.isPrivate = true })
    #expect(night.send(.removeNote(note), by: other).refused == "404 unknown_note", "the title is private")
    night.send(.set(.movie(1)) { $0.isPrivate = false })
    night.send(.editNote(note, text: nil, ownerOnly: true))
    #expect(night.send(.removeNote(note), by: other).refused == "404 unknown_note", "the note is private")
  }
}
