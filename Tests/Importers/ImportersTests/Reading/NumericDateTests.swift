import Activities
import Foundation
import Testing

@testable import Importers

@Suite("Numeric dates")
struct NumericDateTests {
  /// Returns the days of dates that are in one file.
  private func days(_ dates: [String]) -> [String?] {
    var order = NumericDateOrder()
    for date in dates.compactMap({ NumericDate($0) }) { order.note(date) }
    return dates.map { text in
      NumericDate(text).flatMap(order.day)?.date(hour: 12, in: .gmt).map {
        String($0.formatted(.iso8601).prefix(10))
      }
    }
  }

  static let files: [(dates: [String], days: [String?])] = [
    // The year first in two digits: in Korea, Japan, China, Sweden, Hungary.
    (["23. 1. 24.", "23. 1. 23.", "22. 12. 9."], ["2023-01-24", "2023-01-23", "2022-12-09"]),
    (["23. 1. 24."], ["2023-01-24"]),
    (["23/1/24", "23/1/23", "22/12/9"], ["2023-01-24", "2023-01-23", "2022-12-09"]),
    (["24/02/03", "24/02/02", "24/01/31"], ["2024-02-03", "2024-02-02", "2024-01-31"]),
    (["24-02-03", "24-02-02"], ["2024-02-03", "2024-02-02"]),
    (["23年1月24日", "22年12月9日"], ["2023-01-24", "2022-12-09"]),
    (["2023년 1월 24일"], ["2023-01-24"]), (["2024. 02. 03."], ["2024-02-03"]),
    // The same numbers with the day or the month first.
    (["24/1/23", "23/1/23", "9/12/22"], ["2023-01-24", "2023-01-23", "2022-12-09"]),
    (["24.1.23.", "23.1.23.", "9.12.22."], ["2023-01-24", "2023-01-23", "2022-12-09"]),
    (["3/5/25", "3/4/25", "2/28/25"], ["2025-03-05", "2025-03-04", "2025-02-28"]),
    (["05-03-25", "04-03-25", "28-02-25"], ["2025-03-05", "2025-03-04", "2025-02-28"]),
    // One order in dates with long and short years.
    (
      ["4/21/25", "4/19/25", "04/12/2025", "03/05/2025"],
      ["2025-04-21", "2025-04-19", "2025-04-12", "2025-03-05"]
    ),
    // Oldest first.
    (["22/12/9", "23/1/23", "23/1/24"], ["2022-12-09", "2023-01-23", "2023-01-24"]),
    // Other calendars and digits.
    (["24/1/2567", "9/12/2566"], ["2024-01-24", "2023-12-09"]),
    (["24/1/67", "23/1/67"], ["2024-01-24", "2024-01-23"]),
    (["1402/11/04", "1402/10/30"], ["2024-01-24", "2024-01-20"]),
    (["۱۴۰۲/۱۱/۴", "۱۴۰۲/۱۱/۳"], ["2024-01-24", "2024-01-23"]),
    (["12/7/1445", "11/7/1445"], ["2024-01-24", "2024-01-23"]),
    (["R6/1/24", "H31/4/30"], ["2024-01-24", "2019-04-30"]), (["令和6年1月24日"], ["2024-01-24"]),
    (["113/1/24", "112/12/9"], ["2024-01-24", "2023-12-09"]), (["民國113年1月24日"], ["2024-01-24"]),
    (["24\u{200F}/1\u{200F}/2024"], ["2024-01-24"]), (["٢٤/١/٢٠٢٤"], ["2024-01-24"]),
    // Not dates.
    (["31/13/24", "yesterday", "1/2", "2024", "1/2/3/4", "24 Shevat 5784"], [nil, nil, nil, nil, nil, nil]),
    (["30/2/24", "13/2/24"], [nil, "2024-02-13"]),
  ]

  @Test("the whole file decides which number is the year, month and day", arguments: files)
  func order(_ file: (dates: [String], days: [String?])) {
    #expect(days(file.dates) == file.days)
  }

  static let moments: [(text: String, expected: String)] = [
    ("31.01.2018 04:58:59 +00:00", "2018-01-31T04:58:59+00:00"),
    ("1/31/2018 4:58:59 PM +01:00", "2018-01-31T15:58:59+00:00"),
    ("2018-01-31 04:58", "2018-01-31T04:58:00+00:00"), ("2018-01-31T04:58:59Z", "2018-01-31T04:58:59+00:00"),
    ("2018. 1. 31. 오후 4:58", "2018-01-31T16:58:00+00:00"), ("2018/1/31 下午4:58", "2018-01-31T16:58:00+00:00"),
    ("31/1/2018, 12:05 a. m.", "2018-01-31T00:05:00+00:00"),
    ("2018年1月31日 16:58", "2018-01-31T16:58:00+00:00"),
    ("٣١/١/٢٠١٨ ٤:٥٨ م", "2018-01-31T16:58:00+00:00"), ("31.1.2018 16:58 UTC", "2018-01-31T16:58:00+00:00"),
  ]

  @Test("a time of day is read in the forms of many countries", arguments: moments)
  func moment(_ moment: (text: String, expected: String)) throws {
    let found = try #require(NumericMoment(moment.text))
    var order = NumericDateOrder()
    order.note(found.date)
    #expect(try found.instant(order, in: .gmt, ImportRun.settings()).rfc3339 == moment.expected)
  }

  @Test(
    "other texts are not moments",
    arguments: ["", "31.01.2018", "04:58", "31.01.2018 25:00", "31.01.2018 4:58 xm", "1/2/3 13:00 PM"])
  func noMoment(_ text: String) {
    #expect(NumericMoment(text) == nil)
  }
}
