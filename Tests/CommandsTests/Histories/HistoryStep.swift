import Commands
import Domain
import MovieNightPrimitives
import TestSupport

/// One step of a random history. It names members and rounds by number, so that it stays meaningful when the history is
/// shrunk.
struct HistoryStep {
  /// The time since the previous step.
  var seconds: Int64
  var sender: MemberReference
  /// Whether the sender acts for a child, if the sender has one.
  var actsForChild: Bool
  var action: Action

  /// A member, as an index into the current members, or into all members there ever were.
  struct MemberReference {
    var number: Int
    var ever: Bool
  }

  enum Action {
    case invite
    case revokeInvite(Int)
    case accept(Int)
    case addChild
    case leave
    case remove(MemberReference)
    case erase(MemberReference?)
    /// An erasure by the administrator, regardless of the step's sender.
    case eraseAnybody(MemberReference)
    case issueToken(MemberReference?)
    case revokeToken(Int)
    case setHours(Int)
    case rename(Int)
    case setServices(Int)
    /// A change of the name and the avatar, or only of the avatar.
    case setProfile(MemberReference, named: Bool)
    case setPreferences(MemberReference, ContentRating?)
    case start(attendees: [MemberReference]?, promotes: Bool, opens: Bool, replaces: Bool)
    case setAttendees([MemberReference])
    case promote, openVoting
    case propose(Int)
    case vote(Int, Vote)
    case doneVoting, closeVoting
    /// The number in this and the next cases counts rounds back from the latest one.
    case pick(Int)
    case markRound(Int)
    case rate(Int, Rating)
    case closeRatings(Int)
    case discard(Int)
    case list(Int, count: Int)
    case unlist(Int)
    case mark(Int)
    case unmark(Int)
    /// An import by the administrator. If `attendees` is nil, the attendees are unknown, or everyone in an active
    /// round.
    case importRound(
      RoundStatus, attendees: [MemberReference]?, movie: Int, voters: [MemberReference], raters: [MemberReference])
  }
}

extension HistoryStep: CustomStringConvertible {
  var description: String { "\(seconds) s later: \(sender)\(actsForChild ? " for a child" : ""): \(action)" }
}

extension HistoryStep.MemberReference: CustomStringConvertible {
  var description: String { "\(number)\(ever ? " of all ever" : "")" }
}

/// Generates histories in which members join and leave during rounds.
struct HistoryGenerator {
  private var random: SeededGenerator
  /// Whether the household mostly lists movies. Without such households, a watchlist would rarely be full.
  private var gathers = false
  /// Whether the household mostly adds members. Without such households, a household would rarely be full.
  private var grows = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func history() -> [HistoryStep] {
    gathers = one(in: 6)
    grows = one(in: 5)
    return (0..<chance(30...110)).map { _ in step() }
  }

  private mutating func step() -> HistoryStep {
    HistoryStep(seconds: jump(), sender: who(), actsForChild: one(in: 5), action: action())
  }

  private mutating func jump() -> Int64 {
    switch chance(0...29) {
    case 0: 31 * Timestamp.secondsPerDay
    case 1: 7 * Timestamp.secondsPerDay
    case 2: Timestamp.secondsPerDay
    case 3: 72 * Timestamp.secondsPerHour
    case 4...7: Int64(chance(1...20)) * Timestamp.secondsPerHour
    case 8...15: Int64(chance(1...100))
    default: 0
    }
  }

  private mutating func action() -> HistoryStep.Action {
    if gathers, one(in: 3) { return .list(chance(1...90), count: chance(1...15)) }
    if grows, one(in: 4) { return .addChild }
    switch chance(0...9) {
    case 0...1: return arrivalAction()
    case 2: return grows ? arrivalAction() : departureAction()
    case 3...5: return roundAction()
    case 6...7: return lateAction()
    default: return libraryAction()
    }
  }

  private mutating func arrivalAction() -> HistoryStep.Action {
    switch chance(0...14) {
    case 0...2: .invite
    case 3: .revokeInvite(chance(0...5))
    case 4...7: .accept(chance(0...5))
    case 8: .addChild
    case 9: .issueToken(one(in: 2) ? nil : who())
    case 10: .revokeToken(chance(0...9))
    case 11: one(in: 2) ? .rename(chance(1...9)) : .setServices(chance(1...9))
    case 12...13: .setProfile(one(in: 2) ? who() : anyMember(), named: one(in: 2))
    default: one(in: 3) ? .setHours(chance(1...100)) : .setPreferences(who(), pick(ContentRating.allCases + [nil]))
    }
  }

  private mutating func departureAction() -> HistoryStep.Action {
    switch chance(0...8) {
    case 0...1: .leave
    // Often, because a member seldom tries to remove another's child.
    case 2...3, 7...8: .remove(who())
    case 4: .erase(who())
    case 5: .eraseAnybody(one(in: 3) ? who() : anyMember())
    default: .erase(nil)
    }
  }

  private mutating func roundAction() -> HistoryStep.Action {
    switch chance(0...15) {
    case 0...3:
      .start(
        attendees: one(in: 2) ? nil : [who(), who(), who()], promotes: one(in: 2), opens: !one(in: 4),
        replaces: one(in: 3))
    case 4: one(in: 2) ? importing() : .setAttendees([who(), who(), who()])
    case 5: .promote
    case 6: .openVoting
    case 7: .propose(chance(1...90))
    case 8...10: .vote(chance(0...3), pick(Vote.allCases))
    case 11...12: .doneVoting
    case 13: one(in: 3) ? .closeVoting : .doneVoting
    default: .pick(chance(0...3))
    }
  }

  private mutating func importing() -> HistoryStep.Action {
    let attendees = one(in: 2) ? nil : [who(), who(), anyMember()]
    return .importRound(
      pick(RoundStatus.allCases), attendees: attendees, movie: chance(1...90), voters: [who(), anyMember()],
      raters: one(in: 2) ? attendees ?? [] : [who()])
  }

  private mutating func lateAction() -> HistoryStep.Action {
    let back = one(in: 3) ? chance(0...2) : 0
    return switch chance(0...6) {
    case 0...1: .markRound(back)
    case 2...4: .rate(back, pick(Rating.allCases))
    case 5: .closeRatings(back)
    default: .discard(back)
    }
  }

  private mutating func libraryAction() -> HistoryStep.Action {
    switch chance(0...6) {
    case 0...1: .list(chance(1...90), count: one(in: 3) ? 6 : 1)
    case 2: .unlist(chance(1...90))
    case 3...4: .mark(chance(1...90))
    default: .unmark(chance(0...5))
    }
  }

  private mutating func who() -> HistoryStep.MemberReference {
    HistoryStep.MemberReference(number: one(in: 3) ? 0 : chance(0...7), ever: one(in: 20))
  }

  /// Returns a current or former member.
  private mutating func anyMember() -> HistoryStep.MemberReference {
    HistoryStep.MemberReference(number: chance(0...7), ever: true)
  }

  private mutating func chance(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func one(in count: Int) -> Bool { chance(1...count) == 1 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[chance(0...elements.count - 1)] }
}
