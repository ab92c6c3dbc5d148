import Catalog
import Commands
import Domain
import EventStore
import Projections
import ProtocolSchema

extension Method {
  static let ofGuideCommands: [Method] = [
    .command(
      "guide.set_show", "Changes how the household's guide shows a series, or hides it for you.",
      takes: [
        CollectionParameters.series, GuideParameters.newService, GuideParameters.newBufferDays,
        GuideParameters.newShiftDays, GuideParameters.newHidden, GuideParameters.clearedFields,
      ],
      needsOneOf: [["service_id", "buffer_days", "shift_days", "hidden", "clear"]],
      gives: GuideTypes.changedShow, refuses: [.notInGuide, .unknownService, .tooManyShows] + Refusal.ofCatalog
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let series = try parameters[CollectionParameters.series]
      let changes = try parameters.guideShowChanges()
      let command = PreparedCommand(.setShow(series, changes), in: household, by: sender) { _ in series }
      guard let service = changes.serviceID else { return command }
      return command.completed(
        by: try caller.check(service, in: household).map { (_) throws(Refusal) in command })
    },
    .command(
      "reminders.set", "Reminds you of a series' next episodes, or of one episode. Replaces a reminder of the same.",
      takes: [
        CollectionParameters.series, GuideParameters.remindedSeason, GuideParameters.remindedEpisode,
        GuideParameters.premieresOnly, GuideParameters.daysBefore,
      ],
      gives: GuideTypes.changedReminder, refuses: [.tooManyReminders]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let reminder = try parameters.reminder(id: caller.makeID())
      return PreparedCommand(.setReminder(reminder), in: household, by: sender) { rows in
        try rows.payload(of: ReminderSet.self).reminder.id
      }
    },
    .command(
      "reminders.remove", "Removes a reminder.", takes: [GuideParameters.reminder],
      gives: GuideTypes.changedReminder, refuses: [.unknownReminder]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let reminder = try parameters[GuideParameters.reminder]
      return PreparedCommand(.removeReminder(reminder), in: household, by: sender) { _ in reminder }
    },
  ]
}

extension Refusal {
  static let unknownService = Refusal(
    422, "unknown_service", "the household's country has no such streaming service",
    "There is no streaming service with this number in the household's country.",
    hint: "See where it is shown with: movienight tv show ID")
}

extension PreparedCommand {
  /// Prepares a command of a household's guide.
  fileprivate init(
    _ command: GuideCommand, in household: HouseholdID, by sender: Sender,
    _ show: @escaping @Sendable (CommandRows) throws -> Shown
  ) {
    self.init(command: AddressedGuideCommand(command, in: household), sender: sender) { rows in
      (try show(rows), try rows.row { try rows.readModels.guide(household, $0)?.revision } ?? noRevision)
    }
  }
}

extension Caller {
  /// Asks the catalog whether the household's country has a streaming service. The lookup fails if it does not.
  fileprivate func check(_ service: Int, in household: HouseholdID) throws(Refusal) -> Lookup<Void> {
    guard let catalog else { return .failing(.noCatalog) }
    let answer = try catalog.find(.providers(.tv)).moved(to: perform)
    return catalog.inTime(
      try answer.map { [readModels] (answer) throws(Refusal) in
        let country = try readRows { try readModels.household(household)?.settings.country } ?? Country.standard
        guard case .providers(let list) = answer.facts,
          list.providers(in: country).contains(where: { $0.id == service })
        else { throw .unknownService }
      })
  }
}
