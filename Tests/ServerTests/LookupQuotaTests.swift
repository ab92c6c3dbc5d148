import Domain
import Testing

@testable import Server

@Suite struct LookupQuotaTests {
  private var quota = LookupQuota(LookupQuota.Limits(all: 6, ofOneHousehold: 4, ofOneMember: 2))

  private func member(_ number: UInt64, of household: UInt64) -> Identity {
    .member(
      MemberID(high: household, low: number), household: HouseholdID(high: household, low: 0),
      token: TokenID(high: 0, low: 0))
  }

  /// Returns for each identity in turn whether it is admitted.
  private mutating func admit(_ identities: Identity...) -> [Bool] { identities.map { quota.admit($0) } }

  @Test mutating func lookupsOverMemberShareAreRefused() {
    let (ann, ben) = (member(1, of: 1), member(2, of: 1))
    #expect(admit(ann, ann, ann, ben) == [true, true, false, true])
    quota.release(ann)
    #expect(admit(ann, ann) == [true, false])
  }

  @Test mutating func lookupsOverHouseholdShareAreRefused() {
    let (ann, ben) = (member(1, of: 1), member(2, of: 1))
    #expect(admit(ann, ann, ben, ben) == [true, true, true, true])
    #expect(admit(member(3, of: 1), member(3, of: 2)) == [false, true], "another household is not concerned")
  }

  @Test mutating func lookupsOverTotalLimitAreRefused() {
    for number in 0..<6 { #expect(admit(member(1, of: UInt64(number))) == [true]) }
    #expect(admit(member(1, of: 9)) == [false])
    quota.release(member(1, of: 0))
    #expect(admit(member(1, of: 9)) == [true])
  }

  @Test mutating func administratorsCountAsOneMember() {
    #expect(admit(.administrator, .administrator, .administrator) == [true, true, false])
    #expect(admit(member(1, of: 1)) == [true])
  }
}
