import MovieNightKit

/// The page of a member: what the reader can change.
struct MemberScreen: Sendable {
  let texts = HouseholdTexts()
  let id: String
  let name: String
  let picture: String
  let facts: [String]
  let profile: ProfileModel?
  let preferences: PreferencesModel?
  let leave: LeaveModel?
  let remove: RemoveModel?
  let erase: EraseModel?

  struct ProfileModel: Sendable {
    let name: String
    let avatars: [Avatars.Choice]
  }

  /// What leaving means for the others.
  struct LeaveModel: Sendable, Equatable {
    let sentences: [String]
  }

  struct RemoveModel: Sendable, Equatable {
    let help: String
  }

  struct EraseModel: Sendable, Equatable {
    let sentences: [String]
  }

  /// - Parameters:
  ///   - preferences: Nil for members whose preferences the reader cannot see.
  /// - Returns: Nil if the reader can do nothing with the member.
  init?(
    _ person: Member, _ household: Household, preferences: PreferencesModel?, member: MemberID, reader: Reader
  ) {
    let texts = HouseholdTexts()
    let access = MemberAccess(person, household, member)
    guard access.isAny else { return nil }
    id = "\(person.id)"
    name = person.displayName
    picture = Avatars.picture(person.avatarKey)
    facts = MemberFacts.facts(of: person, household, member, reader)
    profile =
      access.canEdit ? ProfileModel(name: person.displayName, avatars: Avatars.choices(person.avatarKey)) : nil
    self.preferences = access.canEdit ? preferences : nil
    let others = household.members.filter { $0.id != person.id && $0.memberType != .managed }
    leave = access.isSelf ? LeaveModel(sentences: Self.consequences(of: person, household, others)) : nil
    remove =
      access.canRemove
      ? RemoveModel(help: person.memberType == .managed ? texts.removeChildHelp : texts.removeAdultHelp) : nil
    erase =
      access.canErase
      ? EraseModel(
        sentences: access.isSelf
          ? [texts.eraseSelfHelp] + (others.isEmpty ? [texts.lastEraseHelp] : [])
          : [texts.eraseHelp(person.displayName)]) : nil
  }

  /// The members are in the order of joining, and the first of the other adults becomes the creator.
  private static func consequences(of person: Member, _ household: Household, _ adults: [Member]) -> [String] {
    let texts = HouseholdTexts()
    guard let first = adults.first else { return [texts.leaveHelp, texts.onlyAdult] }
    let creator = adults.first { $0.role == .creator } ?? first
    let children = household.members.filter { $0.parentMemberID == person.id }.map(\.displayName)
    return [texts.leaveHelp] + (person.role == .creator ? [texts.becomesCreator(creator.displayName)] : [])
      + (children.isEmpty ? [] : [texts.becomesParent(creator.displayName, of: children)])
  }
}

/// The form of a member's favourite genres and highest rating.
struct PreferencesModel: Sendable {
  let texts = HouseholdTexts()
  let genres: [GenreRow]
  /// Empty for children, whose ceiling is fixed.
  let ceilings: [Option]

  struct Option: Sendable, Equatable {
    let value: String
    let label: String
    let isChosen: Bool
  }

  struct GenreRow: Sendable, Equatable {
    let field: String
    let name: String
    let options: [Option]
  }

  static let ceilings: [ContentRating] = [.g, .pg, .pg13, .r]
  private static let prefix = "genre-"

  init(_ preferences: Preferences, genres: [Genre], isChild: Bool) {
    let texts = HouseholdTexts()
    self.genres = genres.map { genre in
      let opinion = Self.opinion(of: genre.id, preferences)
      let options = [("", texts.noOpinion), ("like", texts.like), ("dislike", texts.dislike)]
      return GenreRow(
        field: "\(Self.prefix)\(genre.id)", name: genre.name,
        options: options.map { Option(value: $0, label: $1, isChosen: $0 == opinion) })
    }
    let ceiling = preferences.maxContentRating ?? .pg13
    ceilings =
      isChild
      ? []
      : Self.ceilings.map { Option(value: $0.rawValue, label: $0.rawValue, isChosen: $0 == ceiling) }
  }

  private static func opinion(of genre: GenreID, _ preferences: Preferences) -> String {
    preferences.genreLikes.contains(genre) ? "like" : preferences.genreDislikes.contains(genre) ? "dislike" : ""
  }

  /// The genres for which the form has an opinion.
  static func genres(_ opinion: String, in form: Form) -> [GenreID] {
    form.fields.compactMap { field in
      guard field.value == opinion, field.name.hasPrefix(prefix) else { return nil }
      return Int(field.name.dropFirst(prefix.count)).map { GenreID($0) }
    }
  }

  /// The fields that the form sends for preferences.
  static func fields(of preferences: Preferences) -> [Notice.Button.Field] {
    let opinions = preferences.genreLikes.map { ($0, "like") } + preferences.genreDislikes.map { ($0, "dislike") }
    return opinions.map { .init(name: "\(prefix)\($0)", value: $1) }
      + (preferences.maxContentRating.map { [.init(name: "ceiling", value: $0.rawValue)] } ?? [])
  }
}
