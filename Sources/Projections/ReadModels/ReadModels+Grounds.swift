// What answers rest on, and whether it has changed.
extension ReadModels {
  /// To be made before anything is read of what is then noted in it.
  public func makeNotes() -> GroundNotes { GroundNotes(changeCount: state.withLock { $0.changes.count }) }

  /// The same read models, which note what is read of them.
  public func noting(in notes: GroundNotes) -> ReadModels { ReadModels(self, notes) }

  /// Whether nothing of `grounds` has changed; that is then known as of now. When their period is over the caller knows.
  public func confirm(_ grounds: inout Grounds) -> Bool { state.withLock { $0.changes.confirm(&grounds) } }

  /// Ends answers that rest on a fact which no event tells. To be called when the fact can be read as it is now.
  public func noteChange(of fact: Ground) { state.withLock { $0.changes.note(fact) } }
}
