extension Method {
  /// The methods of `docs/protocol/guide.md`.
  static let ofGuide = ofGuideCommands + ofGuideQueries
}
