import Hummingbird
import MovieNightKit

enum HouseholdPages: Area {
  static let templates = [
    "household": PackageResources.household_mustache,
    "household-member": PackageResources.household_member_mustache,
    "household-invites": PackageResources.household_invites_mustache,
    "household-settings": PackageResources.household_settings_mustache,
    "member": PackageResources.member_mustache,
    "preferences": PackageResources.preferences_mustache,
    "devices": PackageResources.devices_mustache,
  ]
  static let styles = PackageResources.household_css
  static let navigation = [NavigationLink(path: path, label: HouseholdTexts().link)]

  static let path = "/household"
  static let devicesPath = "/household/devices"

  static func register(in pages: inout Pages) {
    let texts = HouseholdTexts()

    pages.get(path) { visit in
      let household = try await visit.client.households.get()
      let isCreator = household.members.contains { $0.id == visit.member && $0.role == .creator }
      let invites = isCreator ? try await visit.client.invites.list().invites : nil
      let model = HouseholdScreen(
        household, invites: invites, tokens: visit.site.inviteLinks.tokens(of: visit.session.id),
        origin: visit.visitor.origin, member: visit.member, reader: visit.reader)
      return .screen(Screen(household.name, template: "household", model: model))
    }
    pages.post("\(path)/child", returningTo: path) { visit, form in
      guard let name = form["name"] else { return .done(to: path, notice: .refusal(texts.noName)) }
      let added = try await visit.client.members.addManaged(displayName: name, avatarKey: form["avatar"])
      let text = texts.added(added.member.displayName, disclosure: added.childProfileDisclosure)
      return .done(to: path, notice: Notice(text: text))
    }

    // MARK: Invites

    pages.post("\(path)/invites", returningTo: path) { visit, _ in
      let invite = try await visit.client.invites.create()
      if let token = invite.inviteToken { visit.site.inviteLinks.keep(token, of: invite.id, for: visit.session.id) }
      return .done(to: path, notice: Notice(text: texts.invited))
    }
    pages.post("\(path)/invites/withdraw", returningTo: path) { visit, form in
      guard let invite: InviteID = form.id("invite") else { throw PageError.badRequest }
      try await visit.client.invites.revoke(invite)
      return .done(to: path, notice: Notice(text: texts.withdrawn))
    }

    // MARK: Settings

    pages.post("\(path)/settings", returningTo: path) { visit, form in
      let numbers = ["voting", "selected", "rating"].map { form[$0].flatMap { Int($0) } }
      guard !numbers.contains(nil) else { return .done(to: path, notice: .refusal(texts.onlyNumbers)) }
      let before = SettingsModel(try await visit.client.households.get())
      let services = (form["services"] ?? "").split(whereSeparator: \.isNewline).map(\.trimmed)
      try await visit.client.households.update(
        name: form["name"], streamingServices: services.filter { !$0.isEmpty },
        settings: ChangedSettings(
          votingExpiryHours: numbers[0], selectedExpiryDays: numbers[1], ratingDays: numbers[2],
          country: form["country"]?.uppercased()))
      return .done(to: path, notice: .undo(texts.saved, "\(path)/settings", before.fields))
    }

    registerMembers(in: &pages, texts)
    registerDevices(in: &pages, texts)
  }

  // MARK: A member

  private static func registerMembers(in pages: inout Pages, _ texts: HouseholdTexts) {
    pages.get("\(path)/members/:member") { visit in
      let household = try await visit.client.households.get()
      let id = MemberID(visit.visitor.parameter("member"))
      guard let person = household.members.first(where: { $0.id == id }) else { throw PageError.notFound }
      var preferences: PreferencesModel?
      if MemberAccess(person, household, visit.member).canEdit {
        async let genres = visit.catalogClient.genres.list(of: .movie).genres
        let values = try await visit.client.preferences.get(of: person.id)
        preferences = PreferencesModel(values, genres: try await genres, isChild: person.memberType == .managed)
      }
      let model = MemberScreen(
        person, household, preferences: preferences, member: visit.member, reader: visit.reader)
      guard let model else { throw PageError.notFound }
      return .screen(Screen(person.displayName, template: "member", model: model))
    }
    pages.post("\(path)/profile", returningTo: path) { visit, form in
      let person = try await person(form, visit)
      guard let name = form["name"] else { return .done(to: here(form), notice: .refusal(texts.noName)) }
      try await visit.client.members.update(person.id, displayName: name, avatarKey: form["avatar"])
      let before = [("member", "\(person.id)"), ("name", person.displayName), ("avatar", person.avatarKey ?? "")]
      return .done(
        to: here(form),
        notice: .undo(texts.profileSaved, "\(path)/profile", before.map { .init(name: $0, value: $1) }))
    }
    pages.post("\(path)/preferences", returningTo: path) { visit, form in
      guard let member: MemberID = form.id("member") else { throw PageError.badRequest }
      let likes = PreferencesModel.genres("like", in: form)
      let dislikes = PreferencesModel.genres("dislike", in: form)
      guard likes.count > 1 || likes.isEmpty && dislikes.isEmpty else {
        return .done(to: here(form), notice: .refusal(texts.twoGenres))
      }
      let before = try await visit.client.preferences.get(of: member)
      try await visit.client.preferences.set(
        for: member, genreLikes: likes, genreDislikes: dislikes,
        maxContentRating: form["ceiling"].map { ContentRating(rawValue: $0) })
      var notice = Notice(text: texts.preferencesSaved)
      if before.updatedAt != nil {
        let fields = [Notice.Button.Field(name: "member", value: "\(member)")] + PreferencesModel.fields(of: before)
        notice = .undo(texts.preferencesSaved, "\(path)/preferences", fields)
      }
      return .done(to: here(form), notice: notice)
    }

    // MARK: Ending a membership

    pages.post("\(path)/remove", returningTo: path) { visit, form in
      let person = try await person(form, visit)
      try await visit.client.members.remove(person.id)
      return .done(to: path, notice: Notice(text: texts.removed(person.displayName)))
    }
    pages.post("\(path)/erase", returningTo: path) { visit, form in
      let person = try await person(form, visit)
      guard form["confirm"] == "DELETE" else { return .done(to: here(form), notice: .refusal(texts.notTyped)) }
      try await visit.client.members.erase(person.id)
      guard person.id == visit.member else {
        return .done(to: path, notice: Notice(text: texts.erased(person.displayName)))
      }
      return await departure(of: visit)
    }
    pages.post("\(path)/leave", returningTo: path) { visit, form in
      guard form["confirm"] != nil else { return .done(to: here(form), notice: .refusal(texts.confirmLeaving)) }
      try await visit.client.members.leave()
      return await departure(of: visit)
    }
    pages.getForAll("\(path)/left") { _ in
      let model = ErrorScreen(
        heading: texts.left, text: texts.leftHelp, link: .init(label: texts.signIn, path: "/"), retries: false)
      var screen = Screen(texts.left, template: "error", model: model)
      screen.isLive = false
      return .screen(screen)
    }
  }

  /// The current member whom a form names.
  private static func person(_ form: Form, _ visit: Visit) async throws -> Member {
    guard let id: MemberID = form.id("member") else { throw PageError.badRequest }
    guard let person = try await visit.client.households.get().members.first(where: { $0.id == id }) else {
      throw PageError.notFound
    }
    return person
  }

  private static func here(_ form: Form) -> String { form.localPath("from") ?? path }

  /// Ends the page's sessions of a member who has left.
  private static func departure(of visit: Visit) async -> Answer {
    for session in visit.site.sessions.all(of: visit.member) { await visit.site.end(session) }
    for entry in visit.site.calendars.all(of: visit.member) { visit.site.forget(calendar: entry) }
    return visit.visitor.signedOut(to: "\(path)/left")
  }

  // MARK: Devices

  private static func registerDevices(in pages: inout Pages, _ texts: HouseholdTexts) {
    pages.get(devicesPath) { visit in
      let tokens = try await visit.client.tokens.list().tokens
      let model = DevicesScreen(tokens, current: visit.session.tokenID, reader: visit.reader)
      return .screen(Screen(texts.devices, template: "devices", model: model))
    }
    pages.post("\(devicesPath)/revoke", returningTo: devicesPath) { visit, form in
      guard let token: TokenID = form.id("token") else { throw PageError.badRequest }
      try await visit.client.tokens.revoke(token)
      for session in visit.site.sessions.all(of: visit.member) where session.tokenID == token {
        await visit.site.end(session)
      }
      for entry in visit.site.calendars.all(of: visit.member) where entry.tokenID == token {
        visit.site.forget(calendar: entry)
      }
      if token == visit.session.tokenID { return visit.visitor.signedOut() }
      return .done(to: devicesPath, notice: Notice(text: texts.revoked))
    }
  }
}
