extension Unicode.Scalar {
  /// Whether this is a control character, a line separator or a paragraph separator.
  public var isControl: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether this is a bidirectional embedding, override or isolate, whose effect extends beyond its text.
  ///
  /// The marks that names in Hebrew and Arabic need (U+200E, U+200F, U+061C) have no such effect, and are not included.
  public var isBidirectionalControl: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether people can see this scalar. They cannot see white space, or a character that only affects others.
  public var isVisible: Bool {
    if (0x21...0x7E).contains(value) { return true }
    let properties = properties
    if properties.isDefaultIgnorableCodePoint || properties.isWhitespace || properties.isNoncharacterCodePoint {
      return false
    }
    // The blank Braille pattern is invisible, although its category is that of a symbol.
    return !isControl && properties.generalCategory != .format && self != "\u{2800}"
  }
}

extension String {
  /// The text with U+FFFD for each control character: a name must not move the cursor, change colors or reverse text.
  public var printable: String {
    replacing { $0.isControl || $0.isBidirectionalControl }
  }

  /// The first 100 scalars for an error message, and `…` if more. U+FFFD replaces invisible scalars except spaces.
  public var excerpt: String {
    let limit = 100
    let scalars = unicodeScalars.prefix(limit)
    let text = String(scalars).replacing { !$0.isVisible && $0 != " " }
    return scalars.endIndex == unicodeScalars.endIndex ? text : text + "…"
  }

  private func replacing(_ isUnsafe: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isUnsafe) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}
