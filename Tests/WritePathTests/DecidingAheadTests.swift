import Commands
import Domain
import EventStore
import Primitives
import Testing

@testable import CommandsSupport
@testable import WritePath

/// The next group is decided while one is written: nobody is told anything that does not stand yet.
@Suite struct DecidingAheadTests {
  private let start = RoundCommand.start(StartRound(movies: Cast.movies(1...2), opensVoting: true))

  private func path() throws -> ScriptedCommitter { try ScriptedCommitter(fewestToHandOver: 1) }

  @Test func whatIsBeingWrittenIsDecidedOnAndNotTold() throws {
    let path = try path()
    path.post(.round(start, by: Cast.starter))
    path.decide()
    path.post(.round(.vote(1, .up)))
    path.post(.round(.vote(9, .up)))
    path.decide()
    #expect(path.store.groups.isEmpty && path.takeOutcomes().isEmpty)

    path.write()
    path.decide()
    #expect(path.store.groups == [1])
    #expect(
      path.takeOutcomes().map(\.summary) == [
        "recorded RoundDrafted MovieSuggested MovieSuggested VotingOpened ActiveRoundStarted"
      ])

    path.write()
    path.decide()
    #expect(path.takeOutcomes().map(\.summary) == ["recorded VoteCast", "refused not_in_round"])
    #expect(!path.isWriting)
  }

  @Test(arguments: [ScriptedStore.Fault.unavailable, .outcomeUnknown(isRecorded: false)])
  func whatRestedOnALostGroupIsDecidedAnew(fault: ScriptedStore.Fault) throws {
    let path = try path()
    path.store.faults = [fault]
    path.post(.round(start, by: Cast.starter))
    path.decide()
    path.post(.round(.vote(1, .up)))
    path.decide()
    path.write()
    path.decide()
    #expect(path.takeOutcomes().last?.summary == "refused unknown_round")
    #expect(path.store.events.count == Cast.founding.count)
  }

  @Test func whatRestedOnAGroupThatStandsAfterAllIsRecorded() throws {
    let path = try path()
    path.store.faults = [.outcomeUnknown(isRecorded: true)]
    path.post(.round(start, by: Cast.starter))
    path.decide()
    path.post(.round(.vote(1, .up)))
    path.decide()
    path.write()
    path.decide()
    #expect(path.takeOutcomes().map(\.summary) == ["failed outcomeUnknown"])
    path.write()
    path.decide()
    #expect(path.takeOutcomes().map(\.summary) == ["recorded VoteCast"])
    #expect(path.reopenings == 1)
  }

  @Test func whatIsMoreThanAGroupIsDecidedBesideTheWriter() throws {
    let path = try path()
    _ = path.send(.round(start, by: Cast.starter))
    for number in 1...1500 { path.post(.round(.vote(1, number.isMultiple(of: 2) ? .up : .down))) }
    path.decide()
    #expect(path.isWriting && !path.isWaiting)
    while path.isWriting {
      path.write()
      path.decide()
    }
    #expect(path.takeOutcomes().count == 1500)
  }

  /// What a decided group has changed stands in states alone until it is written: a library that a round's end puts a movie
  /// into was not used for that.
  @Test func whatWasDecidedIsNotForgottenBeforeItIsWritten() throws {
    let store = ScriptedStore()
    let others = (2...3).map { HouseholdID(high: 7, low: $0) }
    for household in others {
      for event in Cast.founding {
        store.smuggle(
          NewEvent(.household(event)), in: .household(household), owner: Identifier(household), at: Cast.evening)
      }
    }
    let path = try ScriptedCommitter(store, stateMemory: 80_000, fewestToHandOver: 1)
    func fillLibrary(of household: HouseholdID) -> Submission {
      var movie = Cast.movie(5)
      movie.overview = String(repeating: "x", count: MovieLimits.overview.upperBound)
      let names = Array(repeating: String(repeating: "x", count: MovieLimits.name.upperBound), count: MovieLimits.names)
      (movie.genres, movie.streaming) = (names, names)
      return Submission(
        command: .library(household, .addToWatchlist(movie)), sender: .member(Cast.ann, actingAs: nil), tag: 0)
    }
    func mark(_ movie: Movie) -> Submission {
      Submission(
        command: .library(Cast.household, .markWatched(movie)), sender: .member(Cast.ann, actingAs: nil), tag: 0)
    }
    for command in [start, .vote(1, .up), .closeVoting, .pick(1)] {
      _ = path.send(.round(command, by: Cast.creator))
    }
    _ = path.send(mark(Cast.movie(7)))
    // The library is old from here on.
    _ = path.send(fillLibrary(of: others[0]))
    path.tick()

    path.post(
      Submission(
        command: .household(Cast.household, .update(HouseholdUpdate(ratingDays: 9))),
        sender: .member(Cast.creator, actingAs: nil), tag: 0))
    path.decide()
    #expect(path.isWriting)
    path.post(.round(.markWatched, by: Cast.creator))
    path.post(fillLibrary(of: others[1]))
    path.decide()
    path.now = path.now.advanced(bySeconds: 1)
    path.post(mark(Cast.movie(1)))
    path.write()
    path.decide()
    path.write()
    path.decide()
    #expect(path.takeOutcomes().last?.summary == "refused already_watched")
  }

  @Test func aCommandThatIsBeingWrittenIsNotWrittenAgain() throws {
    let path = try path()
    path.post(.round(start, by: Cast.starter, id: 1))
    path.decide()
    path.post(.round(start, by: Cast.starter, id: 1))
    path.decide()
    path.write()
    path.decide()
    let position = Cast.founding.count + 5
    #expect(
      path.takeOutcomes().map(\.summary) == [
        "recorded RoundDrafted MovieSuggested MovieSuggested VotingOpened ActiveRoundStarted", "repeated \(position)",
      ])
  }

  @Test func aTextThatIsBeingWrittenIsTheOneThatIsChanged() throws {
    let path = try path()
    path.post(update(ProfileUpdate(memberID: Cast.ann, displayName: "Anna", avatarKey: "fox")))
    path.decide()
    path.post(update(ProfileUpdate(memberID: Cast.ann, avatarKey: "owl")))
    path.decide()
    path.write()
    path.decide()
    path.write()
    path.decide()
    let text = try #require(try path.store.texts([TextID(Cast.ann)]).first)
    #expect(String(decoding: text.value, as: UTF8.self) == #"{"display_name":"Anna","avatar_key":"owl"}"#)
  }

  private func update(_ update: ProfileUpdate) -> Submission {
    Submission(
      command: .household(Cast.household, .updateProfile(update)), sender: .member(Cast.ann, actingAs: nil), tag: 0)
  }

  @Test func aSmallGroupIsWrittenOnTheSpot() throws {
    let path = try ScriptedCommitter(fewestToHandOver: 2)
    path.post(.round(start, by: Cast.starter))
    path.decide()
    #expect(!path.isWriting && path.takeOutcomes().count == 1)
  }
}
