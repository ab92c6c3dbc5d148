import MovieNightKit

/// The page for signing in.
struct SignInScreen: Sendable {
  let texts = SigningTexts()
  let offersDemo: Bool
  let isInsecure: Bool
  let problem: String?
  let next: String
}

/// The page behind an invite link.
struct JoinScreen: Sendable {
  let texts = SigningTexts()
  let action: String
  let name: String
  let problem: String?
  let signedIn: String?
  let avatars: [Avatars.Choice]

  init(invite: String, name: String = "", avatar: String? = nil, problem: String? = nil, signedInAs: String? = nil) {
    action = "/join/\(invite.urlEncoded)"
    self.name = name
    self.problem = problem
    signedIn = signedInAs.map(texts.alreadySignedIn)
    let chosen = Avatars.all.contains { $0.key == avatar } ? avatar : Avatars.all[0].key
    avatars = Avatars.choices(chosen)
  }
}

/// The page behind a link for another device, or for the demo: one button.
struct ConfirmScreen: Sendable {
  let heading: String
  let text: String
  let action: String
  let button: String
}

/// The page of the account.
struct AccountScreen: Sendable {
  let texts = SigningTexts()
  let who: String
  let link: Link?

  struct Link: Sendable {
    let address: String
    let path: String
    let viewBox: String
  }

  init(name: String, household: String, linkAddress: String?) {
    who = texts.signedInAs(name, household: household)
    link = linkAddress.flatMap { address in
      QRCode(address).map { Link(address: address, path: $0.path, viewBox: $0.viewBox) }
    }
  }
}
