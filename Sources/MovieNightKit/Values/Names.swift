import MovieNightPrimitives

// What the values of this library are made of, for those who import nothing else.

/// A day without a time.
public typealias CalendarDate = MovieNightPrimitives.CalendarDate
/// A UUID of one kind of thing.
public typealias Identifier = MovieNightPrimitives.Identifier
/// A JSON text that was checked.
public typealias JSONDocument = MovieNightPrimitives.JSONDocument
/// What is wrong with a JSON text, or with what it says.
public typealias JSONError = MovieNightPrimitives.JSONError
/// A value that can be written as JSON as the protocol has it.
public typealias JSONWritable = MovieNightPrimitives.JSONWritable
/// A value in a ``JSONDocument``.
public typealias JSONValue = MovieNightPrimitives.JSONValue
/// Writes a JSON text.
public typealias JSONWriter = MovieNightPrimitives.JSONWriter
/// A moment.
public typealias Timestamp = MovieNightPrimitives.Timestamp
