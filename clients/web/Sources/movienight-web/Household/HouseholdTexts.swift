/// The English texts of the household, its members and one's devices.
struct HouseholdTexts: ScreenTexts {
  let link = "Household"
  let account = "Your account"
  let devices = "Your devices"
  let year = "Your year"
  let shortcuts = "Pages of the household"

  // MARK: Members

  let members = "Members"
  let you = "You"
  let creator = "Creator"
  let edit = "Edit"
  let addChild = "Add a child"
  let addChildHelp = "A child has no login: you propose, vote and rate for it. Movies for it are rated up to PG."
  let childName = "Name of the child"
  let noName = "Enter a name: up to 30 characters."

  func child(of name: String) -> String { "Child of \(name.isolated)" }
  func upTo(_ rating: String) -> String { "Movies up to \(rating)" }
  func joined(_ day: String) -> String { "Joined \(day)" }
  func added(_ name: String, disclosure: String) -> String { "\(name.isolated) was added. \(disclosure)" }

  // MARK: Invites

  let invites = "Invites"
  let invitesHelp = "An invite works for everyone who has its link, for seven days."
  let makeInvite = "Make an invite"
  let inviteCode = "QR code of the invite"
  let inviteLink = "Pass on this link, or let others scan the code:"
  let hiddenLink = "Its link was shown when it was made, and cannot be shown again."
  let withdraw = "Withdraw"
  let withdrawn = "The invite was withdrawn."
  let invited = "The invite is ready."

  func madeOn(_ day: String) -> String { "Made \(day)" }
  func openUntil(_ time: String) -> String { "open until \(time)" }
  func onlyCreatorInvites(_ name: String) -> String { "\(name.isolated) can invite others." }

  // MARK: Settings

  let settings = "Settings"
  let name = "Name of the household"
  let country = "Country, as two letters"
  let voting = "A draft or vote ends after, in hours"
  let selected = "A picked movie waits to be watched, in days"
  let rating = "Ratings stay open, in days"
  let services = "Streaming services, one a line"
  let save = "Save"
  let saved = "The settings are saved."
  let onlyNumbers = "Enter whole numbers for hours and days."
  let noServices = "No streaming services"

  func times(voting: Int, selected: Int, rating: Int) -> [String] {
    [
      "A draft or vote ends after \(count(voting, "hour")).",
      "A picked movie waits \(count(selected, "day")) to be watched.",
      "Ratings stay open for \(count(rating, "day")).",
    ]
  }
  func countryIs(_ country: String) -> String { "Country: \(country)" }
  func servicesAre(_ names: [String]) -> String {
    "Streaming services: \(names.map(\.isolated).joined(separator: ", "))"
  }
  private func count(_ count: Int, _ unit: String) -> String { count == 1 ? "1 \(unit)" : "\(count) \(unit)s" }

  // MARK: A member

  let profile = "Name and picture"
  let memberName = "Name"
  let avatar = "Picture"
  let profileSaved = "The name and picture are saved."
  let preferences = "Favourite genres"
  let preferencesHelp =
    "Suggestions follow them. Choose at least two genres that are liked, or none. Nobody else can see them."
  let noOpinion = "No opinion"
  let like = "Likes"
  let dislike = "Dislikes"
  let ceiling = "Movies up to"
  let preferencesSaved = "The favourite genres are saved."
  let twoGenres = "Choose at least two genres that are liked, or none at all."
  let remove = "Remove from the household"
  let erase = "Erase"
  let leave = "Leave the household"
  let wantsToLeave = "I want to leave"
  let confirmLeaving = "Check the box “I want to leave” first."
  let typeDelete = "Type DELETE to confirm"
  let notTyped = "Nothing was erased: type DELETE in capital letters to confirm."
  let eraseSelfHelp =
    "You leave, and your name, picture and devices' names are deleted. Your votes and ratings stay, as “[Deleted member]”. This cannot be undone."
  let lastEraseHelp =
    "You are the only adult, so the household's name and its other members are erased, too."
  let removeAdultHelp =
    "The member is signed out everywhere, and all open invites stop working. The name stays in past movie nights."
  let removeChildHelp = "The name stays in past movie nights. To bring the child back, add it again."

  func eraseHelp(_ name: String) -> String {
    "\(name.isolated) leaves, and the name and picture are deleted. Votes and ratings stay, as “[Deleted member]”. This cannot be undone."
  }
  func removed(_ name: String) -> String { "\(name.isolated) is no longer in the household." }
  func erased(_ name: String) -> String { "\(name.isolated) was erased." }

  // MARK: Leaving

  let leaveHelp =
    "You are signed out everywhere, and need an invite to come back. Your name stays in past movie nights."
  let onlyAdult = "You are the only adult: nobody can sign in to this household any more."
  let left = "You have left the household"
  let leftHelp = "You are signed out. To come back, ask for an invite."
  let signIn = "Go to the start"

  func becomesCreator(_ name: String) -> String { "\(name.isolated) becomes the creator." }
  func becomesParent(_ name: String, of children: [String]) -> String {
    "\(name.isolated) becomes the parent of \(list(children))."
  }

  // MARK: Devices

  let devicesHelp = "Everything that is signed in as you. What you revoke is signed out at once."
  let unnamed = "Without a name"
  let thisDevice = "This device"
  let revoke = "Revoke"
  let signOutHelp = "Sign out under your account."
  let revoked = "The device is signed out."

  func since(_ day: String) -> String { "Signed in since \(day)" }
}
