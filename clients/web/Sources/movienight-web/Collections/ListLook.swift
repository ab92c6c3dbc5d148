/// The choices of a list's icon and colour.
struct ListLook: Sendable {
  let texts = CollectionTexts()
  let icons: [OptionModel]
  let colors: [OptionModel]

  /// The icons that the page draws, by their keys.
  static let pictures: [String: (picture: String, label: String)] = [
    "film": ("🎬", "Film"), "tv": ("📺", "Television"), "star": ("⭐", "Star"), "heart": ("❤️", "Heart"),
    "popcorn": ("🍿", "Popcorn"), "family": ("👪", "Family"), "laugh": ("😂", "Laughter"), "ghost": ("👻", "Ghost"),
    "rocket": ("🚀", "Rocket"), "snow": ("❄️", "Snow"), "sun": ("☀️", "Sun"), "rain": ("☔", "Rain"),
  ]

  private static let palette = [
    ("#D32F2F", "Red"), ("#F57C00", "Orange"), ("#FBC02D", "Yellow"), ("#388E3C", "Green"), ("#0097A7", "Turquoise"),
    ("#1976D2", "Blue"), ("#7B1FA2", "Purple"), ("#C2185B", "Pink"), ("#5D4037", "Brown"), ("#757575", "Grey"),
  ]

  /// What another client has chosen stays a choice.
  init(icon: String?, color: String?) {
    let texts = CollectionTexts()
    let pictures = Self.pictures.sorted { $0.value.label < $1.value.label }
    icons = Self.options(
      pictures.map { ($0.key, "\($0.value.picture) \($0.value.label)") }, none: texts.noIcon, other: texts.otherIcon,
      chosen: icon)
    colors = Self.options(Self.palette, none: texts.noColor, other: color ?? "", chosen: color?.uppercased())
  }

  private static func options(
    _ known: [(value: String, label: String)], none: String, other: String, chosen: String?
  ) -> [OptionModel] {
    let isOther = chosen.map { chosen in !known.contains { $0.value == chosen } } ?? false
    let all = [("", none)] + known + (isOther ? [(chosen ?? "", other)] : [])
    return all.map { OptionModel(value: $0.0, label: $0.1, isChosen: $0.0 == chosen ?? "") }
  }
}
