// An app imports one module: what it connects with, and what that gives.
@_exported import MovieNightConnection
