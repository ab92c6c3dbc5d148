import Hummingbird
import MovieNightKit

/// The page for an error: what happened, and a way on.
struct ErrorScreen: Sendable {
  let heading: String
  let text: String
  let link: Notice.Link
  /// Whether the script asks again until the server answers.
  let retries: Bool

  /// - Parameter isRepeatable: Whether the request can be sent again without harm.
  static func screen(_ error: PageError, isRepeatable: Bool) -> Screen {
    let texts = ErrorTexts()
    let (status, heading, sentence) = texts.texts(of: error)
    let retries = error == .serverUnreachable && isRepeatable
    let text = error == .serverUnreachable && !isRepeatable ? texts.maybeSaved : sentence
    var screen = Screen(
      heading, template: "error",
      model: ErrorScreen(
        heading: heading, text: text, link: retries ? texts.again : texts.home, retries: retries))
    screen.status = status
    screen.isLive = false
    switch error {
    case .serverUnreachable: screen.retryAfter = retries ? 5 : nil
    case .tooManyRequests(let seconds): screen.retryAfter = seconds
    default: break
    }
    return screen
  }

  /// The page for something that the server does not have, or that its catalog does not give now.
  static func screen(_ refusal: Refusal) -> Screen {
    let texts = ErrorTexts()
    let isPermanent = refusal.code == 404 || refusal.kind == .noCatalog
    let heading = isPermanent ? texts.notHere : texts.notNow
    var screen = Screen(
      heading, template: "error",
      model: ErrorScreen(
        heading: heading, text: RefusalTexts.sentence(refusal), link: isPermanent ? texts.home : texts.again,
        retries: false))
    screen.status =
      switch refusal.code {
      case 404: .notFound
      case 429: .tooManyRequests
      // The server itself can be reached, which the page's script would doubt after 503.
      case 503: .badGateway
      default: .unprocessableContent
      }
    screen.isLive = false
    return screen
  }
}

extension ErrorScreen {
  /// The page for what the catalog has not yet looked up. The script asks until it is there.
  static var stillLookedUp: Screen {
    let texts = ErrorTexts()
    var screen = Screen(
      texts.lookedUp, template: "error",
      model: ErrorScreen(heading: texts.lookedUp, text: texts.lookedUpHelp, link: texts.again, retries: true))
    screen.status = .gatewayTimeout
    screen.isLive = false
    screen.retryAfter = 5
    return screen
  }
}

extension Visit {
  /// Returns a page, or the page for its refusal, or for a catalog that needs longer.
  func screenOrRefusal(_ show: () async throws -> Screen) async throws -> Answer {
    do { return .screen(try await show()) } catch let error as ClientError {
      if case .timedOut = error { return .screen(ErrorScreen.stillLookedUp) }
      guard let refusal = error.refusal, refusal.code != 401 else { throw error }
      return .screen(ErrorScreen.screen(refusal))
    }
  }
}

struct ErrorTexts: ScreenTexts {
  let notHere = "Not here"
  let maybeSaved = "The connection to the server was lost, so this may be saved or not. Look before you do it again."
  let notNow = "Not possible now"
  let lookedUp = "Still being looked up"
  let lookedUpHelp = "The movie catalog needs longer than usual. Try again in a moment."
  let home = Notice.Link(label: "Go to the start", path: "/")
  let again = Notice.Link(label: "Try again", path: "")

  func texts(of error: PageError) -> (HTTPResponse.Status, heading: String, text: String) {
    switch error {
    case .notFound: (.notFound, notHere, "There is no such page, or it belongs to another household.")
    case .methodNotAllowed: (.methodNotAllowed, "Not possible", "This address cannot be used in this way.")
    case .forged:
      (.forbidden, "Not from this page", "The request did not come from a form of this page, so nothing was changed.")
    case .oldForm:
      (.forbidden, "This form is out of date", "Nothing was changed. Load the page again, and repeat what you did.")
    case .badRequest: (.badRequest, "Not understood", "Something in the request is missing or not as expected.")
    case .unsupportedMediaType:
      (.unsupportedMediaType, "Not understood", "The request is not a form of this page.")
    case .tooLarge: (.contentTooLarge, "Too large", "That is more than this page accepts. Nothing was changed.")
    case .tooManyRequests: (.tooManyRequests, "Too many requests", "Please wait a moment, and try again.")
    case .serverUnreachable:
      (
        .serviceUnavailable, "Movie night is not reachable",
        "The server behind this page does not answer now. If you have just changed something, check whether it is there."
      )
    case .refused(let sentence): (.unprocessableContent, "Not possible", sentence)
    case .internalError: (.internalServerError, "Something went wrong", "The fault is on our side. Please try again.")
    }
  }
}
