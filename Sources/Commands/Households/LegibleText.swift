/// The rule for texts by which people recognize someone or something: names, avatar keys, labels, streaming services
/// (`docs/rules.md`, "Households and members").
///
/// Such a text must contain something visible, and must not change how the text around it is shown. Invisible parts of
/// letters and emoji are allowed, such as joiners, marks and variation selectors.
enum LegibleText {
  /// Returns the objection to a non-empty text, to follow the text's name in a sentence; nil if the text is legible.
  static func objection(to text: some StringProtocol) -> String? {
    for scalar in text.unicodeScalars {
      if scalar.isControl { return "contains \(name(scalar)), a control character or line break; remove it" }
      if scalar.isBidirectionalControl { return "contains \(name(scalar)), which changes text direction; remove it" }
    }
    return text.unicodeScalars.contains(where: \.isVisible) ? nil : "contains only invisible characters"
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
