/// Calls `body` once after so many milliseconds, on another thread. What it returns takes that back; when it has been called,
/// or was taken back before, that does nothing.
public typealias Schedule = @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> CancelSchedule

public typealias CancelSchedule = @Sendable () -> Void
