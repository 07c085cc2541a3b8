/// A horizon as somebody typed it, or none.
struct HorizonArgument {
  let seconds: Double?
}
