import HTTPTypes
import Hummingbird
import MovieNightKit

enum ShellPages: Area {
  static let templates = [
    "layout": PackageResources.layout_mustache,
    "fragment": PackageResources.fragment_mustache,
    "notice": PackageResources.notice_mustache,
    "error": PackageResources.error_mustache,
    "poster": PackageResources.poster_mustache,
    "still": PackageResources.still_mustache,
    "where-to-watch": PackageResources.where_to_watch_mustache,
    "acting": PackageResources.acting_mustache,
    "acting-switch": PackageResources.acting_switch_mustache,
    "form-start": PackageResources.form_start_mustache,
  ]
  static let styles = PackageResources.shell_css

  /// Where the page begins.
  static let home = "/tonight"

  static func register(in pages: inout Pages) {
    pages.getForAll("/") { _ in .redirect(to: home) }
    pages.getForAll("/assets/:file") { visitor in
      guard let asset = visitor.site.assets.find(visitor.path) else { throw PageError.notFound }
      return .response(asset.response)
    }
    LiveRoutes.register(in: &pages)
  }
}
