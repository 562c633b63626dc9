/** Colours and fonts as in the map. Each colour has a dark variant next to it. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #15171a);
  --raised: light-dark(#ffffff, #1c1f23);
  --line: light-dark(#e3dfd5, #2e3238);
  --line-strong: light-dark(#c9c3b5, #454a52);
  --ink: light-dark(#23211d, #eceae4);
  --faint: light-dark(#6d675d, #9c988f);
  --accent: light-dark(#1d5c87, #7dbbe6);
  --fill: var(--raised);
  --edge: var(--line-strong);
}
.ready { --fill: light-dark(#e4eef5, #1d303d); --edge: var(--accent); }
.complete { --fill: light-dark(#e3f1e4, #1c3322); --edge: light-dark(#3b7d45, #7cc487); }
.waiting, .not_needed { --fill: light-dark(#f3f1eb, #101214); }
.ambiguous, .stale, .needs_person { --fill: light-dark(#fbe7c6, #4d3614); --edge: light-dark(#b4560f, #e7a553); }
.refused, .failed { --fill: light-dark(#fbe3df, #45201c); --edge: light-dark(#b3261e, #ff8a7a); }
* { box-sizing: border-box; }
html {
  background: var(--paper);
  color: var(--ink);
  font: 93.75% / 1.5 "Inter", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", "Open Sans", Arial, sans-serif;
}
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem clamp(1rem, 3vw, 3rem) 3rem; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; font-weight: 640; margin: 0 0 0.75rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; }
small { color: var(--faint); font-weight: 400; }
.legend { display: flex; flex-wrap: wrap; gap: 0.4rem; list-style: none; margin: 0; padding: 0; }
.legend li, td span { background: var(--fill); border: 1px solid var(--edge); border-radius: 0.3rem; padding: 0 0.5rem; white-space: nowrap; }
.graph { overflow: auto; max-height: 70vh; background: var(--raised); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.75rem; }
.graph:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
svg { display: block; }
svg text { fill: var(--ink); font-size: 13px; }
svg text.stage { fill: var(--faint); font-size: 11.5px; }
svg rect { fill: var(--fill); stroke: var(--edge); }
svg a:hover rect, svg a:focus-visible rect { stroke: var(--accent); stroke-width: 2; }
.arrow { fill: none; stroke: var(--line-strong); stroke-width: 1.5; }
table { border-collapse: collapse; width: 100%; margin-top: 1rem; }
th { color: var(--faint); font-weight: 400; text-align: left; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 1rem 0.4rem 0; vertical-align: top; }
tr:target { background: light-dark(#e4eef5, #1d303d); }
td p { color: var(--faint); margin: 0; }
td a { color: var(--accent); }
code, pre, td a { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.87rem; }
code { color: var(--faint); }
pre { overflow: auto; max-height: 24rem; max-width: 60rem; white-space: pre-wrap; }
summary { color: var(--accent); cursor: pointer; }
footer { color: var(--faint); margin-top: 2.5rem; }
footer p { margin: 0; }
`;
