/// The refusals that all methods, all methods with authentication, or all commands share. Documented only once.
public struct CommonRefusals: Sendable {
  public let ofMethods: Set<Refusal>
  /// The refusals that all methods with authentication have in common, beside those of all methods.
  public let ofAuthenticatedMethods: Set<Refusal>
  public let ofCommands: Set<Refusal>

  public init(_ methods: [MethodDescription]) {
    ofMethods = Self.shared(by: methods)
    ofAuthenticatedMethods = Self.shared(by: methods.filter { $0.access != .everyone }).subtracting(ofMethods)
    ofCommands = Self.shared(by: methods.filter { $0.kind == .command }).subtracting(ofMethods)
  }

  private static func shared(by methods: [MethodDescription]) -> Set<Refusal> {
    guard let first = methods.first else { return [] }
    return methods.dropFirst().reduce(into: Set(first.refusals)) { $0.formIntersection($1.refusals) }
  }

  /// Returns the method's refusals that are not shared with others.
  public func own(of method: MethodDescription) -> [Refusal] {
    method.refusals.filter { refusal in
      !ofMethods.contains(refusal) && !(method.access != .everyone && ofAuthenticatedMethods.contains(refusal))
        && !(method.kind == .command && ofCommands.contains(refusal))
    }
  }
}
