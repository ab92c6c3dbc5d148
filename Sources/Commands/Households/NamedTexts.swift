import EventStore

extension HouseholdState {
  /// Whether everybody who was ever in it is erased: then nothing of it is remembered.
  var isForgotten: Bool { isClosed && members.isEmpty && formerMembers.isEmpty }

  /// The personal texts that its events name and that nobody has erased. Where one of them is not there, it was lost.
  public var namedTexts: [TextID] {
    guard creator != nil else { return [] }
    let name = isForgotten ? [] : [TextID(id)]
    let people = members.map(\.id) + formerMembers
    return name + people.map { TextID($0) } + labelledTokens.values.joined().map { TextID($0) }
  }
}
