/// A part of the page: its routes, templates, styles and places in the navigation.
///
/// To add one, write the type in the area's folder, and add it to ``Areas/all``.
protocol Area: SendableMetatype {
  /// The area's templates by name: `["tonight": PackageResources.tonight_mustache]`.
  static var templates: [String: [UInt8]] { get }
  /// The area's styles, which are appended to the shell's.
  static var styles: [UInt8] { get }
  /// The area's links in the navigation.
  static var navigation: [NavigationLink] { get }
  static func register(in pages: inout Pages)
}

extension Area {
  static var styles: [UInt8] { [] }
  static var navigation: [NavigationLink] { [] }
}

/// A link in the navigation of signed-in pages.
struct NavigationLink: Sendable {
  let path: String
  let label: String
}

enum Areas {
  /// All areas, in the order of the navigation.
  static let all: [any Area.Type] = [
    ShellPages.self,
    RoundsPages.self,
    SessionsPages.self,
    GuidePages.self,
    UpNextPages.self,
    LibraryPages.self,
    TVPages.self,
    CollectionPages.self,
    HouseholdPages.self,
    SigningPages.self,
    GatewayArea.self,
  ]
}
