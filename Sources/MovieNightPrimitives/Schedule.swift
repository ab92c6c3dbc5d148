/// Calls `body` once after the given milliseconds, on another thread. The returned function cancels a call that is pending.
public typealias Schedule = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> CancelSchedule

public typealias CancelSchedule = @Sendable () -> Void
