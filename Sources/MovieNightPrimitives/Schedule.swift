/// Calls `body` once after so many milliseconds, on another thread. The returned function cancels that; after the call, or a
/// second time, it does nothing.
public typealias Schedule = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> CancelSchedule

public typealias CancelSchedule = @Sendable () -> Void
