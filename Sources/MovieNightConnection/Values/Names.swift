import Primitives

// What the values of this library are made of, for those who import nothing else.

/// A day without a time.
public typealias CalendarDate = Primitives.CalendarDate
/// A UUID of one kind of thing.
public typealias Identifier = Primitives.Identifier
/// A JSON text that was checked.
public typealias JSONDocument = Primitives.JSONDocument
/// What is wrong with a JSON text, or with what it says.
public typealias JSONError = Primitives.JSONError
/// A value in a ``JSONDocument``.
public typealias JSONValue = Primitives.JSONValue
/// Writes a JSON text.
public typealias JSONWriter = Primitives.JSONWriter
/// A moment.
public typealias Timestamp = Primitives.Timestamp
