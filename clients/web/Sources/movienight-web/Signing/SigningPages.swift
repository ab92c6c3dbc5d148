import Foundation
import HTTPTypes
import Hummingbird
import MovieNightKit

enum SigningPages: Area {
  static let templates = [
    "sign-in": PackageResources.sign_in_mustache,
    "join": PackageResources.join_mustache,
    "confirm": PackageResources.confirm_mustache,
    "account": PackageResources.account_mustache,
    "avatars": PackageResources.avatars_mustache,
  ]
  static let styles = PackageResources.signing_css

  /// The label of the tokens that the page issues.
  static let label = "Web"

  static func path(returningTo path: String) -> String {
    path == ShellPages.home || !LocalPath.isValid(path) ? "/sign-in" : "/sign-in?next=\(path.urlEncoded)"
  }

  static func register(in pages: inout Pages) {
    let texts = SigningTexts()

    pages.getForAll("/sign-in") { visitor in
      visitor.session == nil
        ? .screen(signIn(visitor)) : .redirect(to: visitor.query.localPath("next") ?? ShellPages.home)
    }
    pages.postForAll("/sign-in") { visitor, form in
      guard let token = form["token"] else { return .screen(signIn(visitor, form, problem: texts.noToken)) }
      try visitor.site.failures.check(visitor.address)
      do {
        return await visitor.start(
          try await visitor.site.session(withToken: token), at: form.localPath("next") ?? ShellPages.home)
      } catch let error as ClientError where [401, -32_602].contains(error.refusal?.code) {
        visitor.site.failures.noteFailure(of: visitor.address)
        return .screen(signIn(visitor, form, problem: texts.wrongToken))
      } catch is NotAMember {
        return .screen(signIn(visitor, form, problem: texts.administrator))
      } catch let error as ClientError where error.reason == .tooManyTokens {
        return .screen(signIn(visitor, form, problem: RefusalTexts.sentence(error.refusal!)))
      }
    }

    pages.getForAll("/join/:invite") { visitor in .screen(try await join(visitor)) }
    pages.postForAll("/join/:invite") { visitor, form in
      guard let name = form["name"] else { return .screen(try await join(visitor, form, problem: texts.noName)) }
      try visitor.site.failures.check(visitor.address)
      do {
        let session = try await visitor.site.join(
          visitor.parameter("invite"), name: name, avatar: form["avatar"] ?? Avatars.all[0].key)
        return await visitor.start(session, at: ShellPages.home, notice: Notice(text: texts.welcome(name)))
      } catch let error as ClientError {
        guard let refusal = error.refusal else { throw error }
        if refusal.fields?.contains(where: { $0.field == "display_name" }) == true {
          return .screen(try await join(visitor, form, problem: texts.noName))
        }
        // A wrong invite counts, like one that has another form than invites have.
        if [404, 410, -32_602].contains(refusal.code) { visitor.site.failures.noteFailure(of: visitor.address) }
        let problem = refusal.code == -32_602 ? RefusalTexts.unknownInvite : RefusalTexts.sentence(refusal)
        return .screen(try await join(visitor, form, problem: problem))
      }
    }

    pages.getForAll("/demo") { visitor in
      guard visitor.site.settings.demoTokenFile != nil else { throw PageError.notFound }
      return .screen(
        confirm(ConfirmScreen(heading: texts.demo, text: texts.demoHelp, action: "/demo", button: texts.demo)))
    }
    pages.postForAll("/demo") { visitor, _ in
      guard let session = try await visitor.site.demoSession() else { throw PageError.notFound }
      return await visitor.start(session, at: ShellPages.home)
    }

    pages.getForAll("/device/:code") { visitor in
      guard let session = visitor.site.deviceLinks.find(visitor.parameter("code")) else {
        throw PageError.refused(texts.oldLink)
      }
      let name: String
      do { name = try await visitor.site.name(of: session) } catch let error as ClientError
        where error.refusal?.code == 401
      {
        await visitor.site.end(session)
        throw PageError.refused(texts.oldLink)
      }
      let path = "/device/\(visitor.parameter("code").urlEncoded)"
      return .screen(
        confirm(ConfirmScreen(heading: texts.device, text: texts.deviceOf(name), action: path, button: texts.signIn)))
    }
    pages.postForAll("/device/:code") { visitor, _ in
      try visitor.site.failures.check(visitor.address)
      guard let session = visitor.site.deviceLinks.take(visitor.parameter("code")) else {
        visitor.site.failures.noteFailure(of: visitor.address)
        throw PageError.refused(texts.oldLink)
      }
      return await visitor.start(try await visitor.site.session(beside: session), at: ShellPages.home)
    }

    pages.get("/account") { visit in
      let household = try await visit.client.households.get()
      let name = household.members.first { $0.id == visit.member }?.displayName ?? ""
      let address = visit.site.deviceLinks.code(of: visit.session).map { "\(visit.visitor.origin)/device/\($0)" }
      return .screen(
        Screen(
          texts.account, template: "account",
          model: AccountScreen(name: name, household: household.name, linkAddress: address)))
    }
    pages.post("/account/link", returningTo: "/account") { visit, _ in
      _ = visit.site.deviceLinks.make(for: visit.session)
      return .done(to: "/account")
    }
    pages.post("/sign-out", returningTo: "/") { visit, _ in
      try await visit.site.signOut(visit.session)
      return visit.visitor.signedOut()
    }
    pages.post("/sign-out/everywhere", returningTo: "/") { visit, _ in
      let sessions = visit.session.isDemo ? [visit.session] : visit.site.sessions.all(of: visit.member)
      if !visit.session.isDemo {
        for entry in visit.site.calendars.all(of: visit.member) {
          try await visit.site.revoke(entry, with: visit.client)
        }
      }
      // The own token last, because it is needed to revoke the others.
      for session in sessions where session.id != visit.session.id {
        try await visit.site.signOut(session, with: visit.client)
      }
      try await visit.site.signOut(visit.session)
      return visit.visitor.signedOut()
    }
  }

  private static func signIn(_ visitor: Visitor, _ form: Form = Form(), problem: String? = nil) -> Screen {
    let model = SignInScreen(
      offersDemo: visitor.site.settings.demoTokenFile != nil, isInsecure: !visitor.isPrivate, problem: problem,
      next: form.localPath("next") ?? visitor.query.localPath("next") ?? ShellPages.home)
    return screen(SigningTexts().signIn, "sign-in", model, problem)
  }

  private static func join(_ visitor: Visitor, _ form: Form = Form(), problem: String? = nil) async throws -> Screen {
    var name: String?
    if let session = visitor.session { name = try await visitor.site.name(of: session) }
    let model = JoinScreen(
      invite: visitor.parameter("invite"), name: form["name"] ?? "", avatar: form["avatar"], problem: problem,
      signedInAs: name)
    return screen(SigningTexts().join, "join", model, problem)
  }

  private static func confirm(_ model: ConfirmScreen) -> Screen { screen(model.heading, "confirm", model, nil) }

  private static func screen(_ title: String, _ template: String, _ model: any Sendable, _ problem: String?) -> Screen {
    var screen = Screen(title, template: template, model: model)
    screen.isLive = false
    if problem != nil { screen.status = .unprocessableContent }
    return screen
  }
}

/// A token that is not a member's.
struct NotAMember: Error {}

extension Visitor {
  /// The scheme and host by which the browser reaches this page.
  var origin: String { "\(isPrivate && isSecure ? "https" : "http")://\(host)" }

  /// Starts a session in this browser, and ends the one that it had.
  func start(_ new: WebSession, at path: String, notice: Notice? = nil) async -> Answer {
    await site.add(new)
    await site.retire(session.map { [$0] } ?? [])
    let id = notice.map { "?notice=\(site.notices.keep($0, for: new.id))" } ?? ""
    var response = Response.seeOther(path + id)
    response.setCookie(.session(new.id, isSecure: isSecure))
    return .response(response)
  }

  func signedOut(to path: String = "/sign-in") -> Answer {
    var response = Response.seeOther(path)
    response.setCookie(.noSession(isSecure: isSecure))
    return .response(response)
  }
}

extension Site {
  /// Makes a session with a token of its own, for the member of another token.
  func session(withToken token: String) async throws -> WebSession {
    let client = connections.guest()
    let identity = try await client.authenticate(token)
    guard let member = identity.memberID, let household = identity.householdID else { throw NotAMember() }
    return try await issue(for: member, household, with: client)
  }

  /// Makes another session of the same member.
  func session(beside session: WebSession) async throws -> WebSession {
    if session.isDemo {
      return WebSession(
        token: session.token, tokenID: nil, member: session.member, household: session.household, now: now())
    }
    return try await issue(for: session.member, session.household, with: connections.clients(of: session).quick)
  }

  private func issue(
    for member: MemberID, _ household: HouseholdID, with client: MovieNightClient
  ) async throws -> WebSession {
    // With a secret of its own, the command can be sent again if its answer is lost.
    let issued = try await client.tokens.issue(label: SigningPages.label, secret: Secrets.make())
    guard let token = issued.token else { throw PageError.internalError }
    return WebSession(token: token, tokenID: issued.tokenID, member: member, household: household, now: now())
  }

  /// Joins the household of an invite as a new member.
  func join(_ invite: String, name: String, avatar: String) async throws -> WebSession {
    let client = connections.guest()
    let joined = try await client.invites.accept(invite, displayName: name, avatarKey: avatar, secret: Secrets.make())
    guard let token = joined.token else { throw PageError.internalError }
    try await client.authenticate(token)
    // A new member has one token.
    guard let id = try await client.tokens.list().tokens.first?.id else { throw PageError.internalError }
    return WebSession(token: token, tokenID: id, member: joined.memberID, household: joined.householdID, now: now())
  }

  /// Makes a session in the demo household; nil if the page does not offer it, or the server has made none.
  func demoSession() async throws -> WebSession? {
    guard let file = settings.demoTokenFile, let data = FileManager.default.contents(atPath: file) else { return nil }
    let token = String(decoding: data, as: UTF8.self).trimmed
    let identity = try await connections.guest().authenticate(token)
    guard let member = identity.memberID, let household = identity.householdID else { throw NotAMember() }
    return WebSession(token: token, tokenID: nil, member: member, household: household, now: now())
  }

  func name(of session: WebSession) async throws -> String {
    let household = try await connections.clients(of: session).quick.households.get()
    return household.members.first { $0.id == session.member }?.displayName ?? ""
  }

  /// Ends a session and revokes its token, with the connection of another session or its own.
  func signOut(_ session: WebSession, with client: MovieNightClient? = nil) async throws {
    if let id = session.tokenID {
      do { try await (client ?? connections.clients(of: session).quick).tokens.revoke(id) } catch let error
        as ClientError
      {
        // A token that has ended already is what was wanted.
        guard error.refusal?.code == 401 || error.reason == .unknownToken else { throw error }
      }
    }
    await end(session)
  }
}
