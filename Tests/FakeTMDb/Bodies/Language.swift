/// The requested language of texts.
struct Language {
  private let code: String

  /// - Parameter code: a code such as "de-DE"; nil means English, as at TMDb.
  init(_ code: String?) { self.code = code ?? "en-US" }

  private var isEnglish: Bool { code == "en" || code == "en-US" }

  /// Returns the title of a movie or series. TMDb falls back to the original title if there is no translation.
  func title(_ english: String, original: String?, _ translations: [String: FakeTMDb.Translation]) -> String {
    guard !isEnglish else { return english }
    return translation(translations)?.title ?? original ?? english
  }

  /// Returns the name of a season or episode, or "" if there is no translation.
  func name(_ english: String?, _ translations: [String: FakeTMDb.Translation]) -> String? {
    isEnglish ? english : translation(translations)?.title ?? ""
  }

  /// Returns the overview, or "" if there is no translation, as at TMDb.
  func overview(_ english: String?, _ translations: [String: FakeTMDb.Translation]) -> String? {
    isEnglish ? english : translation(translations)?.overview ?? ""
  }

  /// Returns the tagline, or "" for other languages, because no test needs a translated one.
  func tagline(_ english: String) -> String { isEnglish ? english : "" }

  /// Returns the translation for this language, or else one for the same language in another country.
  private func translation(_ translations: [String: FakeTMDb.Translation]) -> FakeTMDb.Translation? {
    translations[code] ?? translations.sorted { $0.key < $1.key }.first { $0.key.prefix(2) == code.prefix(2) }?.value
  }
}
