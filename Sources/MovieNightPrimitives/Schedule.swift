/// A function that calls `body` once, on another thread, after the given number of milliseconds. It returns a function that
/// cancels a pending call.
public typealias Schedule = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> CancelSchedule

/// A function that cancels a pending call of a `Schedule`.
public typealias CancelSchedule = @Sendable () -> Void
