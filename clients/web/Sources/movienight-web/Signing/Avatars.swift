/// The pictures that a member can choose. Others have the picture of the bear.
enum Avatars {
  static let all: [(key: String, picture: String, name: String)] = [
    ("avatar_bear", "🐻", "Bear"), ("avatar_fox", "🦊", "Fox"), ("avatar_cat", "🐱", "Cat"), ("avatar_owl", "🦉", "Owl"),
    ("avatar_dog", "🐶", "Dog"), ("avatar_rabbit", "🐰", "Rabbit"), ("avatar_frog", "🐸", "Frog"),
    ("avatar_penguin", "🐧", "Penguin"),
  ]

  /// A picture in a form.
  struct Choice: Sendable {
    let key: String
    let picture: String
    let name: String
    let isChosen: Bool
  }

  static func choices(_ chosen: String?) -> [Choice] {
    all.map { Choice(key: $0.key, picture: $0.picture, name: $0.name, isChosen: $0.key == chosen) }
  }

  static func picture(_ key: String?) -> String { (all.first { $0.key == key } ?? all[0]).picture }
}
