/// In which language texts are wanted.
struct Language {
  private let code: String

  /// - Parameter code: "de-DE"; TMDb speaks English to who says nothing.
  init(_ code: String?) { self.code = code ?? "en-US" }

  private var isEnglish: Bool { code == "en" || code == "en-US" }

  /// What something is called. TMDb has the original title where nobody has translated it.
  func title(_ english: String, original: String?, _ translations: [String: FakeTMDb.Translation]) -> String {
    guard !isEnglish else { return english }
    return translation(translations)?.title ?? original ?? english
  }

  /// What a season or episode is called; "" where nobody has translated it.
  func name(_ english: String?, _ translations: [String: FakeTMDb.Translation]) -> String? {
    isEnglish ? english : translation(translations)?.title ?? ""
  }

  /// "" where nobody has translated it, as TMDb has it.
  func overview(_ english: String?, _ translations: [String: FakeTMDb.Translation]) -> String? {
    isEnglish ? english : translation(translations)?.overview ?? ""
  }

  /// TMDb has no translations of taglines that tests would need.
  func tagline(_ english: String) -> String { isEnglish ? english : "" }

  /// Another country's is better than none.
  private func translation(_ translations: [String: FakeTMDb.Translation]) -> FakeTMDb.Translation? {
    translations[code] ?? translations.sorted { $0.key < $1.key }.first { $0.key.prefix(2) == code.prefix(2) }?.value
  }
}
