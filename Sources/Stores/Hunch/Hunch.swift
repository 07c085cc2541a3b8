// Hunch: Give me the whole thing.
//
// Start here: `SuggestionEngine.open(store:model:)` is an engine on the user's store with the
// shipped model. A program needs `import Hunch` only: what it donates, what it is suggested, and
// what can go wrong with store and model come along. A program that takes its user back into an
// activity imports `Continuation`, too.

@_exported public import Activities
@_exported public import ModelFile
@_exported public import Phrases
@_exported public import SQLiteStorage
@_exported public import Storage
@_exported public import Suggestions
