extension Method {
  static let ofGuideQueries: [Method] = []
}
