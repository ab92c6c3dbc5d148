import Hummingbird

/// What a route answers.
enum Answer: Sendable {
  case screen(Screen)
  /// Redirects to a path of this page after a POST, where the notice is shown.
  case done(to: String, notice: Notice? = nil)
  /// Redirects to a path of this page.
  case redirect(to: String)
  /// Anything else, such as a file.
  case response(Response)
}

/// A page: a template and its view model, which is a struct whose properties the template names.
struct Screen: Sendable {
  var title: String
  var template: String
  var model: any Sendable
  var status = HTTPResponse.Status.ok
  /// Whether events of the household refresh the page's `data-live` regions.
  var isLive = true
  /// Seconds after which the browser asks again; nil for never.
  var retryAfter: Int?

  init(_ title: String, template: String, model: any Sendable) {
    self.title = title
    self.template = template
    self.model = model
  }
}

/// A sentence that is shown once after an action.
struct Notice: Sendable, Equatable {
  var text: String
  var isRefusal = false
  /// The button that takes the action back, or does it in spite of a refusal.
  var button: Button?
  /// A link that leads on.
  var link: Link?

  struct Button: Sendable, Equatable {
    let label: String
    let action: String
    var fields: [Field]

    struct Field: Sendable, Equatable {
      let name: String
      let value: String
    }
  }

  struct Link: Sendable, Equatable {
    let label: String
    let path: String
  }

  static func undo(_ text: String, _ action: String, _ fields: [Button.Field]) -> Notice {
    Notice(text: text, button: Button(label: "Undo", action: action, fields: fields))
  }

  static func refusal(_ text: String) -> Notice { Notice(text: text, isRefusal: true) }
}

/// An error that the page shows as a page of its own.
enum PageError: Error, Equatable {
  case notFound
  case methodNotAllowed([HTTPRequest.Method])
  /// The request does not come from a form of this page.
  case forged
  /// The form was shown before the browser signed in or out.
  case oldForm
  case badRequest
  case unsupportedMediaType
  case tooLarge
  case tooManyRequests(retryAfter: Int)
  /// The page cannot reach the movienight server.
  case serverUnreachable
  case refused(String)
  case internalError
}
