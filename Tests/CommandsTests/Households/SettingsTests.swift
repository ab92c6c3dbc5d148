import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// The household's name, streaming services and settings.
@Suite struct SettingsTests {
  private func update(_ update: HouseholdUpdate, by member: MemberID = Cast.creator) -> Result<Decision, Refusal> {
    var night = Night()
    return night.send(.update(update), by: .member(member))
  }

  @Test func newHouseholdNameIsStoredOnlyAsText() throws {
    let decision = try update(HouseholdUpdate(name: "  The Does ")).get()
    #expect(
      decision.appends.flatMap(\.events) == [.household(.renamed(HouseholdRenamed(renamedBy: Cast.creator)))])
    #expect(decision.texts == [.put(PersonalTexts.householdName("The Does", of: Cast.household))])
  }

  @Test func onlyChangedSettingsAreRecorded() {
    var night = Night()
    let all = HouseholdUpdate(streamingServices: [" Netflix ", "Netflix"], votingExpiryHours: 24)
    #expect(
      night.send(.update(all), by: .member(Cast.creator)).types == ["StreamingServicesSet", "HouseholdSettingsSet"])
    #expect(night.household.streamingServices == ["Netflix"], "named twice is named once")
    #expect(night.household.settings.votingExpiryHours == 24 && night.household.settings.ratingDays == 14)
    #expect(night.send(.update(all), by: .member(Cast.creator)) == .success(Decision()))
    #expect(night.send(.update(HouseholdUpdate()), by: .member(Cast.creator)) == .success(Decision()))
  }

  @Test(arguments: ["", "  ", String(repeating: "x", count: 41)])
  func householdNameOutsideLengthLimitsIsRefused(name: String) {
    let refused = update(HouseholdUpdate(name: name))
    #expect(refused.refused == "-32602 bad_parameters" && refused.fields == ["name"])
  }

  @Test func servicesOverCountOrLengthLimitAreRefused() {
    let most = (1...20).map { "\($0)" + String(repeating: "x", count: 48) }
    #expect(update(HouseholdUpdate(streamingServices: most)).refused == nil)
    #expect(update(HouseholdUpdate(streamingServices: [])).refused == nil)
    let tooMany = update(HouseholdUpdate(streamingServices: most + ["one more"]))
    #expect(tooMany.refused == "-32602 bad_parameters" && tooMany.fields == ["streaming_services"])
    for service in ["", " ", String(repeating: "x", count: 51)] {
      let refused = update(HouseholdUpdate(streamingServices: ["fine", service]))
      #expect(refused.refused == "-32602 bad_parameters" && refused.fields == ["streaming_services[1]"])
    }
  }

  @Test(arguments: ["voting_expiry_hours", "selected_expiry_days", "rating_days"])
  func deadlineOutsideItsRangeIsRefused(field: String) {
    func change(_ value: Int) -> HouseholdUpdate {
      switch field {
      case "voting_expiry_hours": HouseholdUpdate(votingExpiryHours: value)
      case "selected_expiry_days": HouseholdUpdate(selectedExpiryDays: value)
      default: HouseholdUpdate(ratingDays: value)
      }
    }
    let most = field == "voting_expiry_hours" ? 8760 : 365
    #expect(update(change(1)).refused == nil && update(change(most)).refused == nil)
    for value in [0, -1, most + 1, .max, .min] {
      let refused = update(change(value))
      #expect(refused.refused == "-32602 bad_parameters" && refused.fields == ["settings.\(field)"])
    }
  }

  @Test func unknownCountryCodeIsRefused() {
    var night = Night()
    #expect(night.household.settings.country == "US")
    #expect(
      night.send(.update(HouseholdUpdate(country: "DE")), by: .member(Cast.creator)).types == ["HouseholdSettingsSet"])
    #expect(night.household.settings.country == "DE" && night.household.settings.ratingDays == 14)
    for country in ["", "de", "D", "DEU", "ZZ", "EU", "UK", "D\u{0}", "ＤＥ"] {
      let refused = update(HouseholdUpdate(country: country))
      #expect(refused.refused == "-32602 bad_parameters" && refused.fields == ["settings.country"], "\(country)")
    }
  }

  @Test func refusedUpdateChangesNothing() {
    var night = Night()
    let before = night
    night.send(.update(HouseholdUpdate(streamingServices: ["Netflix"], ratingDays: 0)), by: .member(Cast.creator))
    #expect(night.hasSameStates(as: before) && night.log == before.log)
  }
}
