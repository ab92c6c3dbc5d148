import Domain
import ProtocolSchema

extension Refusal {
  package static let notInGuide = Refusal(
    422, "not_in_guide", "no member watches or plans the series, except privately",
    "No member of the household watches this series, except privately.",
    hint: "Add it with: movienight titles add TITLE")
  package static let unknownReminder = Refusal(
    404, "unknown_reminder", "no such reminder, or another member's", "There is no such reminder.",
    hint: "List them with: movienight reminders")
  package static let tooManyReminders = Refusal(
    422, "too_many_reminders", "the member has 200 reminders", "You can have at most 200 reminders. Remove one first.",
    .limit(GuideLimits.reminders))
  package static let tooManyShows = Refusal(
    422, "too_many_shows", "the guide would have more than 500 shows, or settings of more than 1,000",
    "A guide has room for 500 shows, and for settings of 1,000. Hide some, or reset what is set about them.", .limit)
}
