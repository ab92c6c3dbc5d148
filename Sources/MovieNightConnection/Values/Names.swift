import Primitives

// What the values of this library are made of, for those who import nothing else.

public typealias CalendarDate = Primitives.CalendarDate
public typealias Identifier = Primitives.Identifier
public typealias JSONDocument = Primitives.JSONDocument
public typealias JSONError = Primitives.JSONError
public typealias JSONValue = Primitives.JSONValue
public typealias JSONWriter = Primitives.JSONWriter
public typealias Timestamp = Primitives.Timestamp
