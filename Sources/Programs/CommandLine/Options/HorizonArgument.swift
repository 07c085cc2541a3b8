/// A horizon as the user typed it, or none.
struct HorizonArgument {
  let seconds: Double?
}
