internal import CommandLine

// hunch: the program. All of it is the library `CommandLine`, so that tests and fuzzers can import
// it.

HunchProgram.begin()
await HunchProgram.main()
