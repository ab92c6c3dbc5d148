import Console
import Domain
import MovieNightKit

// `movienight household settings`.
extension OwnHousehold {
  package static let settingOptions = [country, votingHours, pickDays, ratingDays, services]

  private static let country = CommandOption.value(
    "country", "CODE", "The household's country, such as US or DE (settings).")
  private static let votingHours = CommandOption.value(
    "voting-hours", "N", "Hours after its last change at which a draft or a vote expires (settings).")
  private static let pickDays = CommandOption.value(
    "pick-days", "N", "Days after the pick at which it expires (settings).")
  private static let ratingDays = CommandOption.value(
    "rating-days", "N", "Days after watching at which ratings close (settings).")
  private static let services = CommandOption.value(
    "services", "NAMES", "All your streaming services, separated by commas, or none (settings).")

  /// Shows the household's settings, after changing those for which there are options.
  package func settings() async throws {
    let changed = try changedSettings()
    let services = arguments.value(Self.services).map { text in
      text == "none" ? [] : text.split(separator: ",").map(String.init)
    }
    let client = try await connectAsMember().client
    guard changed != nil || services != nil else { return try await show(\.settings, client) }
    let request = HouseholdsRequests.update(streamingServices: services, settings: changed)
    try environment.show(try await client.rawResult(of: request), arguments) {
      HouseholdRenderer(canvas: Canvas(environment), household: $0.household).settings
    }
  }

  /// Returns the settings to change; nil if none were given.
  private func changedSettings() throws(UsageError) -> ChangedSettings? {
    let typed = arguments.value(Self.country)
    let code = typed?.uppercased()
    if let typed, let code, !Country.isKnown(code) {
      throw UsageError("There is no country '\(typed)'", hints: ["Use its code of two letters, such as DE or US."])
    }
    let changed = ChangedSettings(
      votingExpiryHours: try arguments.integer(Self.votingHours, in: HouseholdLimits.votingExpiryHours),
      selectedExpiryDays: try arguments.integer(Self.pickDays, in: HouseholdLimits.selectedExpiryDays),
      ratingDays: try arguments.integer(Self.ratingDays, in: HouseholdLimits.ratingDays), country: code)
    return changed == ChangedSettings() ? nil : changed
  }
}
