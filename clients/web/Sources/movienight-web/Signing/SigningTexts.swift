/// The English texts of joining, signing in and the account.
struct SigningTexts: ScreenTexts {
  let signIn = "Sign in"
  let intro = "Choose a movie together: everyone proposes and votes, and nobody has seen it already."
  let invited = "Were you invited?"
  let invitedHelp = "Open the invite link that you got, or scan its code. It begins with the address of this page."
  let withToken = "Sign in with a token"
  let tokenHelp = "A token begins with mn_. The page gets one of its own from the server, and forgets yours."
  let token = "Token"
  let demo = "Look around in the demo household"
  let demoHelp = "Its members and movie nights are made up. Everyone who uses this page sees what you do there."
  let insecure =
    "This page is not served over HTTPS, so browsers on other devices will not stay signed in. Put a proxy with HTTPS in front of it."
  let join = "Join the household"
  let joinHelp = "You were invited. Tell the others who you are."
  let name = "Your name"
  let avatar = "Your picture"
  let wrongToken = "There is no such token, or it was revoked. Check it, or ask for an invite."
  let administrator = "This is not the token of a household's member."
  let noToken = "Enter a token."
  let noName = "Enter your name: up to 30 characters."
  let account = "Your account"
  let devices = "Your devices"
  let devicesHelp = "Everything that is signed in as you, also other programs."
  let otherDevice = "Sign in on another device"
  let otherDeviceHelp = "Scan the code with the other device, or open the link there. It works once, for ten minutes."
  let makeLink = "Make a link"
  let newLink = "Make a new link"
  let code = "QR code of the link"
  let signOut = "Sign out"
  let signOutHelp = "On this device only."
  let signOutEverywhere = "Sign out everywhere"
  let signOutEverywhereHelp =
    "On all devices that use this page. The secret address of your calendar stops working, too. Other programs, such as the terminal, stay signed in."
  let device = "Sign in on this device"
  let oldLink = "This link has been used, or is older than ten minutes. Make a new one on the other device."
  let noDemo = "There is no demo household here."

  func signedInAs(_ name: String, household: String) -> String {
    "You are \(name.isolated) in \(household.isolated)."
  }

  func alreadySignedIn(_ name: String) -> String {
    "On this device you are signed in as \(name.isolated). Joining signs you out as \(name.isolated)."
  }

  func deviceOf(_ name: String) -> String { "You will be signed in as \(name.isolated)." }

  func welcome(_ name: String) -> String { "Welcome, \(name.isolated)!" }
}
