import MovieNightKit
import Testing

@testable import movienight_web

/// The pages of the household in a browser without scripts.
@Suite struct HouseholdPageTests {
  /// Makes another adult of the creator's household, and returns their token.
  private func join(_ server: MovieNightServer, _ token: String, as name: String) async throws -> String {
    let invite = try #require(try await server.client(token).invites.create().inviteToken)
    let joined = try await MovieNightClient(to: server.address).invites.accept(invite, displayName: name)
    return try #require(joined.token)
  }

  @Test func aChildIsAddedRenamedAndErasedWithATypedWord() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/household")
      let added = try await browser.submit("/household/child", [("name", "Max"), ("avatar", "avatar_frog")])
      #expect(added.text.contains("Max was added. This profile has no login"))
      #expect(added.text.contains("Child of Ann") && added.text.contains("Movies up to PG"))
      let max = try #require(try await server.client(token).households.get().members.last)
      #expect(max.avatarKey == "avatar_frog")

      try await browser.get("/household/members/\(max.id)")
      let renamed = try await browser.submit("/household/profile", [("name", "Maxime")])
      #expect(renamed.text.contains("The name and picture are saved.") && renamed.text.contains("Maxime"))
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(!undone.text.contains("Maxime") && undone.text.contains("Max"))

      let refused = try await browser.submit("/household/erase", [("confirm", "delete")])
      #expect(refused.text.contains("Nothing was erased"))
      let erased = try await browser.submit("/household/erase", [("confirm", "DELETE")])
      #expect(erased.path.hasPrefix("/household?") && erased.text.contains("Max was erased."))
      let members = try await server.client(token).households.get().members.count
      #expect(members == 1)
    }
  }

  @Test func anInviteIsShownAsLinkAndCodeToItsMakerAndCanBeWithdrawn() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/household")
      let made = try await browser.submit("/household/invites\"")
      #expect(made.text.contains("The invite is ready.") && made.body.contains("<svg class=\"qr\""))
      let address = try #require(made.body.firstMatch(of: #/href="http:\/\/[^"]*(\/join\/mi_[^"]*)"/#)?.output.1)
      let guest = running.browser()
      let join = try await guest.get(String(address))
      #expect(join.text.contains("You were invited"))
      // The link belongs to the browser that made it.
      let other = running.browser()
      try await other.signIn(token)
      let elsewhere = try await other.get("/household")
      #expect(elsewhere.text.contains("cannot be shown again") && !elsewhere.body.contains("/join/mi_"))

      let withdrawn = try await browser.submit("/household/invites/withdraw")
      #expect(withdrawn.text.contains("The invite was withdrawn.") && !withdrawn.body.contains("/join/mi_"))
      let late = try await guest.submit("/join/", [("name", "Ben")])
      #expect(late.text.contains("This invite has been withdrawn."))
    }
  }

  @Test func settingsAreSavedRefusedAndUndone() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/household")
      let changes = [("name", "Popcorn"), ("voting", "48"), ("country", "de"), ("services", "Netflix\r\n\r\n Kanopy ")]
      let saved = try await browser.submit("/household/settings", changes)
      #expect(saved.text.contains("The settings are saved.") && saved.text.contains("Popcorn"))
      let household = try await server.client(token).households.get()
      #expect(household.settings.votingExpiryHours == 48 && household.settings.country == "DE")
      #expect(household.streamingServices == ["Netflix", "Kanopy"])
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("Friday Films"))
      let words = try await browser.submit("/household/settings", [("voting", "soon"), ("services", "")])
      #expect(words.text.contains("Enter whole numbers"))
      let tooMuch = try await browser.submit("/household/settings", [("voting", "9999"), ("services", "")])
      #expect(tooMuch.body.contains("class=\"notice refusal\""))
      let after = try await server.client(token).households.get()
      #expect(after.settings.votingExpiryHours == 72 && after.streamingServices.isEmpty)
    }
  }

  @Test func anotherMemberSeesTheSettingsButCannotChangeThem() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(try await join(server, token, as: "Ben"))
      let page = try await browser.get("/household")
      #expect(page.text.contains("Ann can invite others.") && page.text.contains("72 hours"))
      #expect(!page.body.contains("/household/settings") && !page.body.contains("/household/invites"))
      let forgery = try #require(page.form("/household/child")).fields.filter { $0.name == "forgery" }
      for action in ["invites", "settings"] {
        let fields = forgery + [("voting", "1"), ("selected", "1"), ("rating", "1")]
        let answer = try await browser.post("/household/\(action)", fields)
        let refused = try await browser.get(try #require(answer.header("Location")))
        #expect(refused.text.contains("Only the household's creator can do this."), "\(action)")
      }
      let creator = try await server.client(token).households.get().createdBy
      let hidden = try await browser.get("/household/members/\(creator)")
      #expect(hidden.status == 404)
      for action in ["profile", "preferences", "remove", "erase", "invites/withdraw", "devices/revoke"] {
        let page = try await browser.post(
          "/household/\(action)", forgery + [("member", "x"), ("invite", "x"), ("token", "x")])
        #expect(page.status == 400, "\(action)")
      }
    }
  }

  @Test func favouriteGenresAreSavedForOneselfAndRefusedIfTooFew() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      let own = try await server.client(token).households.get().createdBy
      try await browser.get("/household/members/\(own)")
      let few = try await browser.submit("/household/preferences", [("genre-18", "like")])
      #expect(few.text.contains("Choose at least two genres"))
      let saved = try await browser.submit(
        "/household/preferences",
        [("genre-18", "like"), ("genre-35", "like"), ("genre-27", "dislike"), ("ceiling", "R")])
      #expect(saved.text.contains("The favourite genres are saved.") && !saved.text.contains("Undo"))
      let preferences = try await server.client(token).preferences.get()
      #expect(preferences.genreLikes == [18, 35] && preferences.genreDislikes == [27])
      #expect(preferences.maxContentRating == .r)
      let none = try await browser.submit("/household/preferences", [("ceiling", "PG")])
      #expect(none.text.contains("Undo"))
      try await browser.submit("class=\"quiet\">Undo")
      let restored = try await server.client(token).preferences.get()
      #expect(restored.genreLikes == [18, 35] && restored.maxContentRating == .r)
    }
  }

  @Test func leavingNeedsItsBoxAndEndsAllSessionsOfTheMember() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let ben = try await join(server, token, as: "Ben")
      let (browser, other) = (running.browser(), running.browser())
      try await browser.signIn(ben)
      try await other.signIn(ben)
      let id = try #require(try await server.client(token).households.get().members.last?.id)
      try await browser.get("/household/members/\(id)")
      let unchecked = try await browser.submit("/household/leave")
      #expect(unchecked.text.contains("Check the box"))
      let left = try await browser.submit("/household/leave", [("confirm", "1")])
      #expect(left.text.contains("You have left the household") && left.text.contains("You are signed out."))
      let signedOut = try await other.get("/household")
      #expect(signedOut.path.hasPrefix("/sign-in"))
      let members = try await server.client(token).households.get().members.map(\.displayName)
      #expect(members == ["Ann"])
    }
  }

  @Test func oneselfIsErasedWithATypedWord() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(try await join(server, token, as: "Ben"))
      let id = try #require(try await server.client(token).households.get().members.last?.id)
      try await browser.get("/household/members/\(id)")
      let refused = try await browser.submit("/household/erase", [("confirm", "yes")])
      #expect(refused.text.contains("Nothing was erased"))
      let erased = try await browser.submit("/household/erase", [("confirm", "DELETE")])
      #expect(erased.text.contains("You have left the household"))
      let members = try await server.client(token).households.get().members.count
      #expect(members == 1)
    }
  }

  @Test func theCreatorRemovesAnotherMember() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let ben = running.browser()
      try await ben.signIn(try await join(server, token, as: "Ben"))
      let browser = running.browser()
      try await browser.signIn(token)
      let id = try #require(try await server.client(token).households.get().members.last?.id)
      let page = try await browser.get("/household/members/\(id)")
      #expect(!page.body.contains("/household/erase") && !page.body.contains("/household/profile"))
      let removed = try await browser.submit("/household/remove")
      #expect(removed.text.contains("Ben is no longer in the household."))
      let gone = try await ben.get("/household")
      #expect(gone.path.hasPrefix("/sign-in"))
    }
  }

  @Test func aDeviceIsRevokedAndSignedOutAtOnce() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (browser, other) = (running.browser(), running.browser())
      try await other.signIn(token)
      try await browser.signIn(token)
      let page = try await browser.get("/household/devices")
      #expect(page.text.contains("This device") && page.body.ranges(of: "/household/devices/revoke").count == 2)
      let cookie = try #require(other.session)
      let session = try #require(running.site.sessions.find(cookie, at: running.site.now()))
      let id = try #require(session.tokenID)
      let revoked = try await browser.submit("revoke-\(id)")
      #expect(revoked.text.contains("The device is signed out."))
      let gone = try await other.get("/household")
      #expect(gone.path.hasPrefix("/sign-in"))
      let account = try await browser.get("/account")
      #expect(account.body.contains("href=\"/household/devices\""))
      let twice = try await browser.get("/household/devices")
      #expect(!twice.body.contains("\(id)") && !twice.body.contains("mn_"))
    }
  }

  @Test func hostileNamesStayTexts() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household(named: "<b>Films</b>", creator: "<i>\"Ann\"</i>")
      let client = server.client(token)
      try await client.members.addManaged(displayName: String(repeating: "W", count: 30))
      try await client.members.addManaged(displayName: "שלום")
      try await client.households.update(streamingServices: ["</textarea><img src=x onerror=alert(1)>"])
      let browser = running.browser()
      try await browser.signIn(token)
      let own = try await client.households.get().createdBy
      for path in ["/household", "/household/members/\(own)", "/household/devices"] {
        let page = try await browser.get(path)
        #expect(page.status == 200)
        #expect(!page.body.contains("<b>F") && !page.body.contains("<i>") && !page.body.contains("<img src=x"))
        #expect(page.body.utf8.count < 60_000)
      }
    }
  }
}
