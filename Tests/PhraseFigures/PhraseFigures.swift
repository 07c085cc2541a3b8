@main struct PhraseFigures { static func main() {} }
