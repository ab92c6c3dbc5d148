import MovieNightPrimitives

/// A title was added to a collection, with what the member set about it.
public struct TitleAdded: CountedPayload {
  public static let type = "TitleAdded"
  public var memberID: MemberID
  public var title: TitleRef
  public var facts: TitleFacts
  public var settings: TitleSettings
  public var counts: CollectionCounts?

  public init(
    memberID: MemberID, title: TitleRef, facts: TitleFacts, settings: TitleSettings, counts: CollectionCounts? = nil
  ) {
    self.memberID = memberID
    self.title = title
    self.facts = facts
    self.settings = settings
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:title:facts:settings:counts:), Field("member_id", \.memberID), Field(members: \.title),
    Field("facts", \.facts), Field(members: \.settings), Field("counts", \.counts))
}

/// The facts of a title changed in the catalog. They replace the recorded ones.
public struct TitleRefreshed: CountedPayload {
  public static let type = "TitleRefreshed"
  public var memberID: MemberID
  public var title: TitleRef
  public var facts: TitleFacts
  /// The new status if new episodes changed it automatically; nil if the status stays.
  public var status: TitleStatus?
  public var counts: CollectionCounts?

  public init(
    memberID: MemberID, title: TitleRef, facts: TitleFacts, status: TitleStatus?, counts: CollectionCounts? = nil
  ) {
    self.memberID = memberID
    self.title = title
    self.facts = facts
    self.status = status
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:title:facts:status:counts:), Field("member_id", \.memberID), Field(members: \.title),
    Field("facts", \.facts), Field("status", \.status), Field("counts", \.counts))
}

/// A member changed what they set about a title. The event contains all settings, not only the changed ones.
public struct TitleSet: CountedPayload {
  public static let type = "TitleSet"
  public var memberID: MemberID
  public var title: TitleRef
  public var settings: TitleSettings
  public var counts: CollectionCounts?

  public init(memberID: MemberID, title: TitleRef, settings: TitleSettings, counts: CollectionCounts? = nil) {
    self.memberID = memberID
    self.title = title
    self.settings = settings
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:title:settings:counts:), Field("member_id", \.memberID), Field(members: \.title),
    Field(members: \.settings), Field("counts", \.counts))
}

/// A title was removed from a collection, with its plays and notes, and from all lists.
public struct TitleRemoved: CountedPayload {
  public static let type = "TitleRemoved"
  public var memberID: MemberID
  public var title: TitleRef
  /// The numbers of its plays.
  public var plays: [Int]
  /// The numbers of all seasons that were recorded; none for a movie.
  public var seasons: [Int]
  public var lists: [ListID]
  public var notes: [NoteID]
  public var counts: CollectionCounts?

  public init(
    memberID: MemberID, title: TitleRef, plays: [Int], seasons: [Int], lists: [ListID], notes: [NoteID],
    counts: CollectionCounts? = nil
  ) {
    self.memberID = memberID
    self.title = title
    self.plays = plays
    self.seasons = seasons
    self.lists = lists
    self.notes = notes
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:title:plays:seasons:lists:notes:counts:), Field("member_id", \.memberID),
    Field(members: \.title), Field("plays", \.plays), Field("seasons", \.seasons, .seasons), Field("list_ids", \.lists),
    Field("note_ids", \.notes), Field("counts", \.counts))
}

/// A title with what a member has set about it, as the state and read models keep it.
package protocol SettledTitle {
  var settings: TitleSettings { get set }
  /// Whether the title was completed once, and the member has not chosen another status since.
  var wasCompleted: Bool { get set }
}

extension SettledTitle {
  /// Applies what an event on the title says about its settings.
  package mutating func foldSettings(_ domainEvent: CollectionEvent) {
    switch domainEvent {
    case .titleRefreshed(let event): take(event.status)
    case .titleSet(let event):
      settings = event.settings
      if settings.status == .completed { wasCompleted = true } else if settings.statusIsChosen { wasCompleted = false }
    case .playsAdded(let event): take(event.status)
    case .playsRemoved(let event):
      take(event.status)
      if event.status == .watching { wasCompleted = false }
    default: break
    }
  }

  /// Takes over a status that changed automatically.
  private mutating func take(_ status: TitleStatus?) {
    guard let status else { return }
    (settings.status, settings.statusIsChosen) = (status, false)
    if status == .completed { wasCompleted = true }
  }
}
