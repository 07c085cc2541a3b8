// hunch-client: asks the resident program `hunchd`, mostly for the next command of a shell.
//
// It is small, so that a key in bash, fish or a script answers at once. It trusts nothing that it
// reads: folders, file and socket have to belong to the user, and so has the process behind them.

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
  exitNone = 1,          // hunchd answered, and has no line
  exitUsage = 64,        // EX_USAGE
  exitUnavailable = 69,  // EX_UNAVAILABLE: no hunchd, or no answer in time
  maxDepth = 32,
  maxRank = 200,
};
static const size_t maxAnswer = 4 << 20;
static const size_t maxRequest = 256 << 10;

static const char version[] = "0.1.0";
static const char help[] =
    "OVERVIEW: Ask the resident program hunchd for the command that you will probably run next.\n"
    "\n"
    "USAGE: hunch-client next [OPTIONS]\n"
    "       hunch-client never LINE\n"
    "       hunch-client send REQUEST\n"
    "\n"
    "`next` prints a line. `never` keeps a line from being offered again. `send` sends a request as it\n"
    "is, such as '{\"type\":\"suggest\"}', and prints the answer.\n"
    "\n"
    "OPTIONS:\n"
    "  --prefix TEXT    Print a line that begins with TEXT.\n"
    "  --exit CODE      Say how the last command ended. Default: unknown.\n"
    "  --session NAME   Name the session of the shell's hook.\n"
    "  --rank POSITION  Print the line at this position, counted from 1. Default: 1.\n"
    "  --grey           Print only a line that may be shown unasked.\n"
    "  --minimum NUMBER Print with --grey only a line of at least this probability, 0 to 1.\n"
    "  --wait MS        Wait for the answer at most MS milliseconds. Default: 1000, with --grey 20,\n"
    "                   for `send` 60000.\n"
    "  --json           Print the answer of hunchd.\n"
    "  --version        Print the version.\n"
    "  -h, --help       Print this help.\n"
    "\n"
    "Exits with 1 if there is no line or the answer is an error, with 69 if hunchd does not run or\n"
    "does not answer in time.\n"
    "The store is that of HUNCH_STORE, or ~/.local/share/hunch/donations.sqlite.\n";

static _Noreturn void fail(const char *what, const char *value) {
  fprintf(stderr, "Error: %s%s\nUsage: hunch-client next [OPTIONS]\n  See 'hunch-client --help'.\n", what,
          value);
  exit(exitUsage);
}

// Bytes that grow up to a limit; `failed` after that.
struct text {
  char *bytes;
  size_t count, capacity, limit;
  bool failed;
};

static void append(struct text *text, const char *bytes, size_t count) {
  if (text->failed || count > text->limit - text->count) {
    text->failed = true;
    return;
  }
  if (text->count + count + 1 > text->capacity) {
    size_t capacity = 2 * (text->count + count) + 256;
    char *larger = realloc(text->bytes, capacity);
    if (!larger) {
      text->failed = true;
      return;
    }
    text->bytes = larger;
    text->capacity = capacity;
  }
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
  text->bytes[text->count] = 0;
}

static void appendString(struct text *text, const char *string) { append(text, string, strlen(string)); }

// Returns the length of the UTF-8 sequence at `at`, or 0 if it is invalid; `scalar` is its value.
static size_t sequence(const char *at, const char *end, unsigned *scalar) {
  unsigned char first = (unsigned char)*at;
  if (first < 0x80) {
    *scalar = first;
    return 1;
  }
  size_t count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || (size_t)(end - at) < count) return 0;
  unsigned value = first & (0x7Fu >> count);
  for (size_t i = 1; i < count; i++) {
    unsigned char byte = (unsigned char)at[i];
    if ((byte & 0xC0) != 0x80) return 0;
    value = value << 6 | (byte & 0x3F);
  }
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < least[count] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0;
  *scalar = value;
  return count;
}

static bool isControl(unsigned scalar) { return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0); }

// Appends a member with a string; a text that is not UTF-8 makes the request fail.
static void appendMember(struct text *request, const char *name, const char *value) {
  appendString(request, ",\"");
  appendString(request, name);
  appendString(request, "\":\"");
  const char *end = value + strlen(value);
  while (value < end) {
    unsigned scalar = 0;
    size_t count = sequence(value, end, &scalar);
    if (!count) {
      request->failed = true;
      return;
    }
    if (scalar < 0x20) {
      char escaped[8];
      snprintf(escaped, sizeof escaped, "\\u%04x", scalar);
      appendString(request, escaped);
    } else {
      if (scalar == '"' || scalar == '\\') append(request, "\\", 1);
      append(request, value, count);
    }
    value += count;
  }
  append(request, "\"", 1);
}

// MARK: The socket

static bool isOwnFolder(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == getuid() &&
         !(status.st_mode & (S_IWGRP | S_IWOTH));
}

// Returns whether a path is a socket of the user, in a folder that only the user can change.
static bool isOwnSocket(const char *path) {
  struct stat status;
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  if (*path != '/' || !slash || slash == path || (size_t)(slash - path) >= sizeof folder) return false;
  memcpy(folder, path, (size_t)(slash - path));
  folder[slash - path] = 0;
  return isOwnFolder(folder) && lstat(path, &status) == 0 && S_ISSOCK(status.st_mode) &&
         status.st_uid == getuid();
}

// Copies the first line of a file of the user.
static bool readAddress(const char *path, char *address, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return false;
  struct stat status;
  ssize_t count = -1;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == getuid())
    count = read(file, address, size - 1);
  close(file);
  if (count <= 0) return false;
  address[count] = 0;
  address[strcspn(address, "\n")] = 0;
  return address[0] == '/';
}

// Writes the one path of a file into `way`: without links, `.` and `..`. A name that does not exist
// is kept, and a path whose links form a loop stays as it is.
static bool makeCanonical(const char *path, char *way, size_t size) {
  char rest[2 * PATH_MAX], joined[2 * PATH_MAX], target[PATH_MAX];
  size_t length = 0;
  int links = 0;
  if (strlen(path) >= size || strlen(path) >= PATH_MAX) return false;
  strcpy(rest, path);
  for (char *at = rest; *at;) {
    size_t count = strcspn(at, "/");
    char *next = at + count + (at[count] == '/');
    if (count == 2 && !memcmp(at, "..", 2)) {
      while (length && way[--length] != '/') continue;
    } else if (count && !(count == 1 && *at == '.')) {
      if (length + count + 2 > size) break;
      way[length] = '/';
      memcpy(way + length + 1, at, count);
      way[length + 1 + count] = 0;
      ssize_t bytes = readlink(way, target, sizeof target - 1);
      if (bytes < 0) {
        length += 1 + count;
      } else {
        target[bytes] = 0;
        int all = snprintf(joined, sizeof joined, "%s/%s", target, next);
        if (++links > 40 || all < 0 || (size_t)all >= sizeof joined) {
          strcpy(way, path);
          return true;
        }
        if (*target == '/') length = 0;
        strcpy(rest, joined);
        next = rest;
      }
    }
    at = next;
  }
  if (!length) way[length++] = '/';
  way[length] = 0;
  return true;
}

// Finds the socket of the store that the environment names.
static bool findSocket(char *address, size_t size) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME"), *store = getenv("HUNCH_STORE");
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  char named[PATH_MAX], usual[PATH_MAX] = "", base[PATH_MAX], folder[PATH_MAX], name[PATH_MAX];
  int count = 0;
  if (data && *data == '/') {
    count = snprintf(usual, sizeof usual, "%s/hunch/donations.sqlite", data);
  } else if (home && *home) {
    count = snprintf(usual, sizeof usual, "%s/.local/share/hunch/donations.sqlite", home);
  }
  if (count < 0 || (size_t)count >= sizeof usual) return false;
  if (!store || !*store) store = usual;
  if (*store != '/' || !makeCanonical(store, named, sizeof named)) return false;
  store = named;

  size_t length = 0;
  for (const char *at = store; *at; at++) {
    if (length + 4 > sizeof name) return false;
    if (*at == '/' || *at == '%') {
      memcpy(name + length, *at == '/' ? "%2F" : "%25", 3);
      length += 3;
    } else {
      name[length++] = *at;
    }
  }
  name[length] = 0;

  struct stat status;
  if (runtime && *runtime == '/' && stat(runtime, &status) == 0 && status.st_uid == getuid()) {
    count = snprintf(base, sizeof base, "%s/hunch", runtime);
  } else {
    count = snprintf(base, sizeof base, "/tmp/hunch-%lu", (unsigned long)getuid());
  }
  if (count < 0 || (size_t)count >= sizeof base || !isOwnFolder(base)) return false;
  count = snprintf(folder, sizeof folder, "%s/spool/%s", base, name);
  if (count < 0 || (size_t)count + sizeof "/.address" > sizeof folder) return false;
  if (isOwnFolder(folder)) {
    strcat(folder, "/.address");
    if (readAddress(folder, address, size) && isOwnSocket(address)) return true;
  }
  // systemd listens for a program that does not run yet.
  char canonical[PATH_MAX];
  if (!makeCanonical(usual, canonical, sizeof canonical) || strcmp(store, canonical)) return false;
  count = snprintf(address, size, "%s/hunchd", base);
  return count > 0 && (size_t)count < size && isOwnSocket(address);
}

// MARK: The question

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

// Waits until a socket is ready; returns false after the deadline.
static bool await(int peer, short events, long long deadline) {
  for (;;) {
    long long rest = deadline - milliseconds();
    struct pollfd state = {.fd = peer, .events = events};
    int count = poll(&state, 1, rest < 0 ? 0 : (int)rest);
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
  }
}

static int connectTo(const char *address, long long deadline) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  if (strlen(address) >= sizeof name.sun_path) return -1;
  strcpy(name.sun_path, address);
  int peer = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (peer < 0) return -1;
  while (connect(peer, (const struct sockaddr *)&name, sizeof name)) {
    // EAGAIN: the queue of the program is full.
    if ((errno != EAGAIN && errno != EINTR) || milliseconds() >= deadline) {
      close(peer);
      return -1;
    }
    poll(NULL, 0, 1);
  }
  struct ucred user;
  socklen_t size = sizeof user;
  if (getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &user, &size) || user.uid != getuid()) {
    close(peer);
    return -1;
  }
  return peer;
}

// Sends the request, and reads the line of the answer without its line feed.
static bool ask(const struct text *request, struct text *answer, long long wait) {
  long long deadline = milliseconds() + wait;
  char address[PATH_MAX];
  if (!findSocket(address, sizeof address)) return false;
  int peer = connectTo(address, deadline);
  if (peer < 0) return false;
  for (size_t sent = 0; sent < request->count;) {
    ssize_t count = send(peer, request->bytes + sent, request->count - sent, MSG_NOSIGNAL);
    if (count > 0) {
      sent += (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      if (!await(peer, POLLOUT, deadline)) return false;
    } else if (count == 0 || errno != EINTR) {
      return false;
    }
  }
  for (;;) {
    char part[4096];
    ssize_t count = recv(peer, part, sizeof part, 0);
    if (count > 0) {
      const char *end = memchr(part, '\n', (size_t)count);
      append(answer, part, end ? (size_t)(end - part) : (size_t)count);
      if (answer->failed) return false;
      if (end) return true;
    } else if (count < 0 && errno == EAGAIN) {
      if (!await(peer, POLLIN, deadline)) return false;
    } else if (count == 0 || errno != EINTR) {
      return false;
    }
  }
}

// MARK: The answer

struct reader {
  const char *at, *end;
};

static void skipSpace(struct reader *reader) {
  while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at) reader->at++;
}

static bool take(struct reader *reader, char character) {
  skipSpace(reader);
  if (reader->at == reader->end || *reader->at != character) return false;
  reader->at++;
  return true;
}

static bool readUnit(struct reader *reader, unsigned *unit) {
  if (reader->end - reader->at < 4) return false;
  *unit = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char digit = (unsigned char)*reader->at++;
    if (!isxdigit(digit)) return false;
    *unit = *unit << 4 | (unsigned)(isdigit(digit) ? digit - '0' : (digit | 0x20) - 'a' + 10);
  }
  return true;
}

static void appendScalar(struct text *text, unsigned scalar) {
  char bytes[4];
  size_t count = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  static const unsigned first[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = count - 1; i > 0; i--) {
    bytes[i] = (char)(0x80 | (scalar & 0x3F));
    scalar >>= 6;
  }
  bytes[0] = (char)(first[count] | scalar);
  append(text, bytes, count);
}

// Reads a string; `value` may be null.
static bool readString(struct reader *reader, struct text *value) {
  if (!take(reader, '"')) return false;
  while (reader->at < reader->end) {
    unsigned scalar = 0;
    size_t count = sequence(reader->at, reader->end, &scalar);
    if (!count || scalar < 0x20) return false;
    reader->at += count;
    if (scalar == '"') return !value || !value->failed;
    if (scalar == '\\') {
      if (reader->at == reader->end) return false;
      char escape = *reader->at++;
      const char *known = strchr("\"\\/bfnrt", escape);
      if (escape == 'u') {
        unsigned low = 0;
        if (!readUnit(reader, &scalar) || (scalar >= 0xDC00 && scalar < 0xE000)) return false;
        if (scalar >= 0xD800 && scalar < 0xDC00) {
          if (reader->end - reader->at < 6 || *reader->at++ != '\\' || *reader->at++ != 'u' ||
              !readUnit(reader, &low) || low < 0xDC00 || low > 0xDFFF)
            return false;
          scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
        }
      } else if (escape && known) {
        scalar = (unsigned char)"\"\\/\b\f\n\r\t"[known - "\"\\/bfnrt"];
        scalar = escape == '"' || escape == '\\' || escape == '/' ? (unsigned char)escape : scalar;
      } else {
        return false;
      }
    }
    if (value) appendScalar(value, scalar);
  }
  return false;
}

// Reads a value of any kind, and forgets it.
static bool skipValue(struct reader *reader, int depth) {
  skipSpace(reader);
  if (reader->at == reader->end || depth > maxDepth) return false;
  if (*reader->at == '"') return readString(reader, NULL);
  if (*reader->at == '{' || *reader->at == '[') {
    char last = *reader->at == '{' ? '}' : ']';
    reader->at++;
    if (take(reader, last)) return true;
    do {
      if (last == '}' && (!readString(reader, NULL) || !take(reader, ':'))) return false;
      if (!skipValue(reader, depth + 1)) return false;
    } while (take(reader, ','));
    return take(reader, last);
  }
  const char *start = reader->at;
  while (reader->at < reader->end && (isalnum((unsigned char)*reader->at) ||
                                      *reader->at == '-' || *reader->at == '+' || *reader->at == '.'))
    reader->at++;
  return reader->at > start;
}

// Reads an object, and keeps the string of a member, if it has it.
static bool readMember(struct reader *reader, const char *wanted, struct text *value, bool *found) {
  if (!take(reader, '{')) return false;
  if (take(reader, '}')) return true;
  do {
    struct text name = {.limit = maxAnswer};
    bool ok = readString(reader, &name) && take(reader, ':');
    bool matches = ok && name.count == strlen(wanted) && !memcmp(name.bytes, wanted, name.count);
    free(name.bytes);
    if (!ok) return false;
    skipSpace(reader);
    if (matches && !*found && reader->at < reader->end && *reader->at == '"') {
      *found = true;
      ok = readString(reader, value);
    } else {
      ok = skipValue(reader, 1);
    }
    if (!ok) return false;
  } while (take(reader, ','));
  return take(reader, '}');
}

// Returns whether a line can be printed: a line feed or a tab of a command can, an escape cannot.
static bool isPrintable(const struct text *line, bool isGrey) {
  if (!line->count) return false;
  const char *at = line->bytes, *end = at + line->count;
  while (at < end) {
    unsigned scalar = 0;
    size_t count = sequence(at, end, &scalar);
    if (!count || (isControl(scalar) && (isGrey || (scalar != '\n' && scalar != '\t')))) return false;
    at += count;
  }
  return true;
}

// Returns whether a whole answer is one valid object without control characters.
static bool isValid(const struct text *answer) {
  struct reader reader = {answer->bytes, answer->bytes + answer->count};
  if (!skipValue(&reader, 0)) return false;
  skipSpace(&reader);
  return reader.at == reader.end && isPrintable(answer, true) && answer->bytes[0] == '{';
}

static bool hasType(const struct text *answer, const char *type) {
  struct reader reader = {answer->bytes, answer->bytes + answer->count};
  struct text value = {.limit = maxAnswer};
  bool found = false;
  bool has = readMember(&reader, "type", &value, &found) && found && value.count == strlen(type) &&
             !memcmp(value.bytes, type, value.count);
  free(value.bytes);
  return has;
}

// Finds the printable line at a position, counted from 1.
static bool findLine(const struct text *answer, long rank, bool isGrey, struct text *line) {
  struct reader reader = {answer->bytes, answer->bytes + answer->count};
  if (!take(&reader, '{')) return false;
  do {
    struct text name = {.limit = maxAnswer};
    bool ok = readString(&reader, &name) && take(&reader, ':');
    bool isList = ok && name.count == 5 && !memcmp(name.bytes, "lines", 5);
    free(name.bytes);
    if (!ok) return false;
    if (!isList) {
      if (!skipValue(&reader, 1)) return false;
      continue;
    }
    if (!take(&reader, '[') || take(&reader, ']')) return false;
    do {
      bool found = false;
      line->count = 0;
      if (!readMember(&reader, "line", line, &found)) return false;
      if (found && isPrintable(line, isGrey) && --rank == 0) return true;
    } while (take(&reader, ','));
    return false;
  } while (take(&reader, ','));
  return false;
}

// MARK: The command

static long long number(const char *option, const char *text, long long least, long long most) {
  char *end = NULL;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (errno || !*text || *end || isspace((unsigned char)*text) || value < least || value > most)
    fail(option, " needs a whole number in its range.");
  return value;
}

static void appendFolder(struct text *request) {
  // The shell's own name of the folder, if it is the folder.
  const char *shown = getenv("PWD");
  struct stat here, there;
  char *path = NULL;
  if (stat(".", &here)) return;
  if (!shown || *shown != '/' || stat(shown, &there) || here.st_dev != there.st_dev ||
      here.st_ino != there.st_ino)
    shown = path = getcwd(NULL, 0);
  if (shown && *shown == '/') appendMember(request, "folder", shown);
  free(path);
}

static int finish(const char *bytes, size_t count) {
  bool written = fwrite(bytes, 1, count, stdout) == count && fputc('\n', stdout) != EOF;
  return fflush(stdout) == 0 && written ? 0 : 74;  // EX_IOERR
}

int main(int count, char **arguments) {
  const char *command = NULL, *operand = NULL, *prefix = NULL, *session = NULL, *minimum = NULL;
  long long code = 0, rank = 1, wait = -1;
  bool hasCode = false, isGrey = false, isJSON = false, isPlain = false;
  for (int i = 1; i < count; i++) {
    char *argument = arguments[i];
    if (isPlain || argument[0] != '-' || !argument[1]) {
      if (!command) {
        command = argument;
      } else if (!operand) {
        operand = argument;
      } else {
        fail("too many arguments: ", argument);
      }
      continue;
    }
    if (!strcmp(argument, "--")) {
      isPlain = true;
      continue;
    }
    if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
      fputs(help, stdout);
      return 0;
    }
    if (!strcmp(argument, "--version")) return finish(version, sizeof version - 1);
    if (!strcmp(argument, "--grey")) {
      isGrey = true;
      continue;
    }
    if (!strcmp(argument, "--json")) {
      isJSON = true;
      continue;
    }
    if (!strcmp(argument, "--quiet")) continue;  // as in `hunch next`
    char *value = strchr(argument, '=');
    if (value) {
      *value++ = 0;
    } else if (i + 1 < count) {
      value = arguments[i + 1];
    }
    static const char *const options[] = {"--prefix", "--exit", "--session", "--rank", "--minimum", "--wait"};
    size_t option = 0;
    while (option < 6 && strcmp(argument, options[option])) option++;
    if (option == 6) fail("unknown option ", argument);
    if (!value) fail(argument, " needs a value.");
    if (value == (i + 1 < count ? arguments[i + 1] : NULL)) i++;
    switch (option) {
      case 0: prefix = value; break;
      case 1:
        hasCode = *value != 0;  // a shell that has run nothing has an empty one
        if (hasCode) code = number(argument, value, LLONG_MIN, LLONG_MAX);
        break;
      case 2: session = value; break;
      case 3: rank = number(argument, value, 1, LLONG_MAX); break;
      case 4: {
        // Digits and a point, as JSON writes them; a shell's language may write others.
        size_t digits = strspn(value, "0123456789");
        const char *point = value + digits;
        size_t rest = *point == '.' ? strspn(point + 1, "0123456789") : 0;
        bool isWhole = digits == 1 && !*point;
        bool isFraction = digits == 1 && *point == '.' && rest > 0 && rest < 18 && !point[1 + rest];
        bool isOne = *value == '1' && (isWhole || strspn(point + 1, "0") == rest);
        if ((!isWhole && !isFraction) || !(*value == '0' || isOne))
          fail(argument, " needs a number from 0 to 1, such as 0.4.");
        minimum = value;
        break;
      }
      default: wait = number(argument, value, 0, 600000); break;
    }
  }
  bool isNever = command && !strcmp(command, "never"), isSend = command && !strcmp(command, "send");
  if (!command) fail("a command is missing: next, never or send", "");
  if (!isNever && !isSend && strcmp(command, "next")) fail("unknown command ", command);
  if (isNever && (!operand || !*operand)) fail("the line is missing", "");
  if (isSend && (!operand || strchr(operand, '\n'))) fail("the request is missing, or not one line", "");
  if (!isNever && !isSend && operand) fail("too many arguments: ", operand);
  if (rank > maxRank) return exitNone;
  if (wait < 0) wait = isSend ? 60000 : isGrey ? 20 : 1000;

  struct text request = {.limit = maxRequest}, answer = {.limit = maxAnswer}, line = {.limit = maxAnswer};
  char part[64];
  if (isSend) {
    appendString(&request, operand);
    appendString(&request, "\n");
    if (request.failed || !ask(&request, &answer, wait) || !isValid(&answer)) return exitUnavailable;
    int written = finish(answer.bytes, answer.count);
    return written ? written : hasType(&answer, "error") ? exitNone : 0;
  }
  appendString(&request, isNever ? "{\"v\":1,\"type\":\"never\"" : "{\"v\":1,\"type\":\"next\"");
  if (isNever) appendMember(&request, "line", operand);
  if (session) appendMember(&request, "session", session);
  appendFolder(&request);
  if (!isNever) {
    if (hasCode) {
      snprintf(part, sizeof part, ",\"exit\":%lld", code);
      appendString(&request, part);
    }
    if (prefix && *prefix) appendMember(&request, "prefix", prefix);
    snprintf(part, sizeof part, ",\"limit\":%lld%s", rank, isGrey ? ",\"grey\":true" : "");
    appendString(&request, part);
    if (minimum) {
      appendString(&request, ",\"minimum\":");
      appendString(&request, minimum);
    }
    char host[256] = "";
    unsigned scalar;
    if (gethostname(host, sizeof host - 1) == 0 && *host && sequence(host, host + strlen(host), &scalar))
      appendMember(&request, "host", host);
  }
  appendString(&request, "}\n");
  if (request.failed || !ask(&request, &answer, wait) || !isValid(&answer) ||
      !hasType(&answer, isNever ? "done" : "next"))
    return exitUnavailable;
  if (isJSON) return finish(answer.bytes, answer.count);
  if (isNever) return 0;
  return findLine(&answer, (long)rank, isGrey, &line) ? finish(line.bytes, line.count) : exitNone;
}
