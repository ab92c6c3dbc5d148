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
