/// The look of a page with pictures: the reader's own fonts, light or dark as the system is, black
/// on white on paper.
///
/// The engine's colour is reserved for the engine. Dashes tell the series apart without colour. No
/// width is fixed: pictures fill as many columns as fit, and a table that does not fit becomes a
/// list.
package enum StyleSheet {
  /// The sheet as an element.
  package static let markup = Markup.styleSheet(
    """

    :root { --ink: #1a1d21; --soft: #59616b; --paper: #ffffff; --panel: #f4f6f8; --rule: #d5dae0; --warn: #8a4b00;
      --series-0: #0059b3; --series-1: #8a6d00; --series-2: #b34700; --series-3: #00795a; --series-4: #a8457f;
      --series-5: #6b4226; --series-6: #5b4fa3; --series-7: #6b7078; color-scheme: light dark; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --ink: #e8eaed; --soft: #a5adb8; --paper: #15181c; --panel: #1f242a; --rule: #3a424c; --warn: #f0b060;
        --series-0: #6cb4ff; --series-1: #e0c040; --series-2: #ff9a5c; --series-3: #3fc79a; --series-4: #ea9cca;
        --series-5: #d9ad8c; --series-6: #b5a9f5; --series-7: #a9b0b9; } }
    body { margin: 0 auto; padding: 1.5rem clamp(0.75rem, 3vw, 1.5rem); max-width: 58rem; background: var(--paper);
      color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
    p, figcaption { max-width: 52rem; } .terms p { font-size: 0.9375rem; }
    h1 { line-height: 1.2; } h1, h2, h3, p, li, figcaption { overflow-wrap: anywhere; }
    h2 { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: 1rem; }
    h3 { margin: 0 0 0.5rem; } a { color: var(--series-0); } .conditions, figcaption, footer { color: var(--soft); }
    .warning { border-left: 0.25rem solid var(--warn); padding-left: 0.75rem; color: var(--warn); }
    .pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 2.5rem 2rem;
      margin: 2.5rem 0; }
    figure, .part { margin: 0; min-width: 0; } .part { margin: 2.5rem 0; } .pictures .part { margin: 0; }
    figure:has(details[open]) { grid-column: 1 / -1; } figure > svg { display: block; width: 100%; height: auto; }
    .place { container-type: inline-size; overflow-x: auto; } .place + .place { margin-top: 1.5rem; }
    table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
    caption { text-align: left; color: var(--soft); padding: 0.25rem 0; }
    th, td { padding: 0.2rem 0.4rem; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: top; }
    th:first-child { padding-left: 0; } thead th { color: var(--soft); font-weight: 600; white-space: normal; }
    th.words, td.words { text-align: left; white-space: pre-line; overflow-wrap: anywhere; min-width: 6em; }
    table { display: var(--block, table); } thead { display: var(--head, table-header-group); }
    caption { display: var(--block, table-caption); } tbody { display: var(--block, table-row-group); }
    tr { display: var(--list, table-row); border-bottom: var(--line, none); grid-template-columns: repeat(auto-fill, minmax(6rem, 1fr)); }
    tbody th { display: var(--block, table-cell); grid-column: 1 / -1; border-bottom: var(--none, 1px solid var(--rule)); }
    td { display: var(--block, table-cell); text-align: var(--left, right); white-space: var(--wrap, pre);
      overflow-wrap: anywhere; padding-left: var(--none, 0.4rem); border-bottom: var(--none, 1px solid var(--rule)); }
    td::before { content: attr(data-label); display: var(--block, none); color: var(--soft); font-size: 0.75rem; }
    .words { grid-column: 1 / -1; }
    .fits-nowhere { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); }
    @container not (min-width: 18rem) {
      .fits-18 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    @container not (min-width: 21rem) {
      .fits-21 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    @container not (min-width: 24rem) {
      .fits-24 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    @container not (min-width: 28rem) {
      .fits-28 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    @container not (min-width: 36rem) {
      .fits-36 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    @container not (min-width: 44rem) {
      .fits-44 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    @container not (min-width: 54rem) {
      .fits-54 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    @container not (min-width: 64rem) {
      .fits-64 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    @container not (min-width: 76rem) {
      .fits-76 { --block: block; --head: none; --list: grid; --left: left; --wrap: pre-line; --none: 0; --line: 1px solid var(--rule); } }
    summary { cursor: pointer; color: var(--series-0); margin-top: 0.5rem; }
    .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin: 0.5rem 0;
      font-size: 0.875rem; }
    .sample { width: 2rem; height: 0.625rem; margin-right: 0.4rem; }
    svg text { fill: var(--soft); font: 13px system-ui, sans-serif; }
    .grid { stroke: var(--rule); stroke-width: 1; } .zero { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 3; }
    .line { fill: none; stroke: var(--series); stroke-width: 1.5; } .line.series-0 { stroke-width: 2.5; }
    .band { fill: var(--series); fill-opacity: 0.08; } .band.series-0 { fill-opacity: 0.25; }
    .point, .mark, .bar { fill: var(--series); } .bar { fill-opacity: 0.5; }
    .cell { fill: var(--series); stroke: var(--rule); stroke-width: 1; }
    .cell.missing { fill: none; stroke-dasharray: 1 3; }
    .whisker { stroke: var(--series); stroke-width: 2; }
    .series-0 { --series: var(--series-0); } .series-1 { --series: var(--series-1); stroke-dasharray: 7 3; }
    .series-2 { --series: var(--series-2); stroke-dasharray: 2 3; }
    .series-3 { --series: var(--series-3); stroke-dasharray: 9 3 2 3; }
    .series-4 { --series: var(--series-4); stroke-dasharray: 4 2; }
    .series-5 { --series: var(--series-5); stroke-dasharray: 12 4; }
    .series-6 { --series: var(--series-6); } .series-7 { --series: var(--series-7); stroke-dasharray: 5 2 2 2 2 2; }
    @media print { body { max-width: none; padding: 0; font-size: 10pt; } figure, tr { break-inside: avoid; }
      .log { break-before: page; } .place { overflow: visible; } summary { display: none; }
      details::details-content { content-visibility: visible; block-size: auto; } }

    """)
}
