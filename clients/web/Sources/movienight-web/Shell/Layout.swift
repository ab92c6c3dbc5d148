import MovieNightKit

/// The frame of every page.
struct Layout {
  let texts = ShellTexts()
  let language = "en"
  let title: String
  let template: String
  let content: any Sendable
  let stylesheet: String
  let script: String
  let icon: String
  /// The anti-forgery secret, for every form.
  let forgery: String
  /// The page's path and query, for forms that return to it.
  let here: String
  let navigation: [Item]
  let isSignedIn: Bool
  let notice: Notice?
  /// The position of the last event that the page shows; empty if unknown. Nil if the page is not live.
  let live: Live?
  /// The credit for movies and series that the server's catalog asks for; nil without a catalog.
  let attribution: String?

  struct Item {
    let path: String
    let label: String
    let isCurrent: Bool
  }

  struct Live {
    let position: String
  }

  init(_ screen: Screen, for visitor: Visitor, position: EventPosition?, attribution: String?) {
    let site = visitor.site
    title = screen.title
    template = screen.template
    content = screen.model
    stylesheet = site.assets.stylesheet.path
    script = site.assets.script.path
    icon = site.assets.icon.path
    forgery = visitor.forgery ?? ""
    here = visitor.here
    isSignedIn = visitor.session != nil
    let links = visitor.session == nil ? [] : Areas.all.flatMap { $0.navigation }
    navigation = links.map {
      Item(path: $0.path, label: $0.label, isCurrent: visitor.path == $0.path || visitor.path.hasPrefix($0.path + "/"))
    }
    notice = visitor.session.flatMap { session in
      visitor.query["notice"].flatMap { site.notices.find($0, of: session.id) }
    }
    self.attribution = visitor.session == nil ? nil : attribution
    live = screen.isLive && visitor.session != nil ? Live(position: position.map { "\($0)" } ?? "") : nil
  }
}

struct ShellTexts: ScreenTexts {
  let name = "Movie Night"
  let skip = "Skip to the content"
  let pages = "Pages"
  let offline = "No connection. What you see may be out of date."
  let serverDown = "Movie night is not reachable. This page goes on by itself as soon as it is."
  let notSaved = "There is no connection, so that may not be saved. Look before you try again."

  func minutes(_ minutes: Int) -> String { minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min" }
}
