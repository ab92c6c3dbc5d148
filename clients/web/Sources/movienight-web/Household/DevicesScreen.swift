import MovieNightKit

/// The tokens of the reader: the devices and programs that are signed in.
struct DevicesScreen: Sendable {
  let texts = HouseholdTexts()
  let devices: [Device]

  struct Device: Sendable, Equatable {
    let id: String
    let label: String
    let since: String
    let isCurrent: Bool
    /// What makes the button's name unique.
    let which: String
  }

  /// - Parameter current: The token of the reader's session; nil in the demo, whose visitors share one.
  init(_ tokens: [TokenEntry], current: TokenID?, reader: Reader) {
    let texts = HouseholdTexts()
    devices = tokens.filter { $0.revokedAt == nil }.reversed().map { token in
      let label = token.label ?? texts.unnamed
      let day = reader.dayAndTime(token.issuedAt).text
      return Device(
        id: "\(token.id)", label: label, since: texts.since(day), isCurrent: token.id == current,
        which: "\(label.isolated), \(day)")
    }
  }
}
