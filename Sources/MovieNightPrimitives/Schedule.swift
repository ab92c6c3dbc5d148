/// A function that calls `body` once, on another thread, after that many milliseconds. The result cancels the call.
public typealias Schedule = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> CancelSchedule

public typealias CancelSchedule = @Sendable () -> Void
