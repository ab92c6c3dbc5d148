/// The rule for texts by which people are known: names, avatar keys, labels, streaming services (`docs/rules.md`,
/// "Households and members").
///
/// Such a text must be visible, and must not change what is shown around it. Invisible parts of letters and emoji are
/// allowed: joiners, marks, variation selectors.
enum LegibleText {
  /// The objection to a non-empty text, as the rest of a sentence that begins with its name; nil for a legible text.
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
