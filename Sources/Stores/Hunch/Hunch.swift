// Hunch: the module that programs import.
//
// Start with `SuggestionEngine.open(store:model:)`, which opens an engine on the user's store with
// the shipped model. `import Hunch` exports all types for donations, suggestions, stores, models
// and their errors. A program that takes its user back into an activity imports `Continuation` too.

@_exported public import Activities
@_exported public import ModelFile
@_exported public import ModelOpening
@_exported public import Phrases
@_exported public import SQLiteStorage
@_exported public import Storage
@_exported public import Suggestions
