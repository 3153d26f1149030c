/** The style of the page of a report. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #14161a);
  --panel: light-dark(#fff, #1c1f25);
  --line: light-dark(#dde1e7, #31363f);
  --text: light-dark(#1b1f26, #e4e7ec);
  --quiet: light-dark(#535c69, #9aa3b2);
  --accent: light-dark(#1f5fd1, #7fb0ff);
  --good: light-dark(#187a41, #5fce8d);
  --bad: light-dark(#b8222d, #ff8189);
  --warn: light-dark(#8a5300, #f2b65a);
  --mark: light-dark(#fff0b8, #574600);
  font: 15px / 1.45 system-ui, sans-serif;
  color: var(--text);
  background: var(--ground);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 0 1rem 2rem; }
h1 { font-size: 1.3rem; margin: 0.9rem 0 0.3rem; }
h2 { font-size: 1.1rem; margin: 0 0 0.4rem; }
h3 { font-size: 1rem; margin: 0 0 0.3rem; }
.scroll + h3 { margin-top: 1rem; }
h4 { font-size: 0.9rem; margin: 0.6rem 0 0.2rem; }
p, ul, dl { margin: 0.3rem 0; }
h1, h3, p, li, dd, td:last-child, code, pre, summary { overflow-wrap: anywhere; }
main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
section, article { min-width: 0; }
section, #findings article {
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  padding: 0.8rem 1rem;
}
#findings article { margin-top: 1rem; }
.columns { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.about, .axis, figcaption, dt, summary, caption, thead th { color: var(--quiet); font-size: 0.87rem; }
.badge { font-weight: 600; border: 1px solid; border-radius: 1rem; padding: 0 0.6rem; white-space: nowrap; }
.clean { color: var(--good); }
.findings, .stable, .flaky, .problem strong { color: var(--bad); }
.notes, .never, .inconclusive, .unconfirmed, .not-reproduced { color: var(--warn); }
.notes { padding-left: 1.2rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 0.9rem 0.3rem 0; border-bottom: 1px solid var(--line); font-weight: 400; text-align: left; vertical-align: top; }
.number { text-align: right; }
.scroll { overflow: auto; max-height: 32rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.2rem 0.9rem; font-size: 0.9rem; }
dd { margin: 0; }
a { color: var(--accent); }
.code, pre, code, a { font: 0.8rem / 1.4 ui-monospace, monospace; }
.code, pre {
  background: var(--ground);
  border: 1px solid var(--line);
  border-radius: 0.3rem;
  margin: 0.3rem 0;
  max-height: 24rem;
  overflow: auto;
  overflow-wrap: anywhere;
  padding: 0.5rem 0.6rem;
  white-space: pre-wrap;
}
pre { max-height: none; }
.hex { display: inline; }
.hex summary { display: inline; font: inherit; }
.hex::details-content { display: inline; }
.hex:not([open])::details-content { display: none; }
mark { background: var(--mark); color: inherit; }
.copyable { display: flex; align-items: start; gap: 0.5rem; }
.copyable .code { flex: 1; min-width: 0; }
button, input { font: inherit; font-size: 0.87rem; color: inherit; background: var(--panel); border: 1px solid var(--quiet); border-radius: 0.3rem; padding: 0.2rem 0.5rem; }
button { margin-top: 0.3rem; cursor: pointer; }
summary { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
:target { outline: 2px solid var(--accent); }
[hidden] { display: none !important; }
figure { margin: 0.6rem 0 0; }
figure svg { display: block; border-bottom: 1px solid var(--line); }
.axis { display: flex; justify-content: space-between; margin: 0; }
.legend { display: flex; flex-wrap: wrap; font-size: 0.8rem; gap: 0.2rem 1rem; list-style: none; padding: 0; }
.legend svg { margin-right: 0.4rem; }
.mark { fill: var(--bad); color: var(--bad); font-size: 0.7rem; text-anchor: middle; }
.coverage { columns: 17rem; column-gap: 1.5rem; }
.coverage div { break-inside: avoid; padding-bottom: 0.8rem; }
.coverage ul { font-size: 0.85rem; list-style: none; padding: 0; }
.coverage li { display: grid; grid-template-columns: minmax(0, 1fr) auto; }
.coverage svg { grid-column: 1 / -1; }
rect { fill: var(--accent); }
rect.smoke { fill: light-dark(#7b8494, #98a2b3); }
rect.corpus { fill: light-dark(#b07d4f, #c89b74); }
rect.coverage { fill: light-dark(#6aa5ee, #5b93d6); }
rect.valid { fill: light-dark(#1d8f4a, #4cc37a); }
rect.invalid { fill: light-dark(#d3912b, #d9a04a); }
rect.metamorphic { fill: light-dark(#7a4bd0, #a57cf0); }
rect.stateful { fill: light-dark(#129a93, #2fb9b0); }
rect.wire { fill: light-dark(#2d4f9e, #8fa8e8); }
rect.endpoints { fill: light-dark(#a3467f, #e08fbf); }
rect.inconclusive { fill: var(--bad); }
@media (min-width: 60rem) {
  .columns, .exchange { display: grid; gap: 1rem; grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (max-width: 40rem) {
  #list thead { clip-path: inset(50%); position: absolute; }
  #list tr { border-bottom: 1px solid var(--line); display: grid; gap: 0 0.6rem; grid-template-columns: repeat(3, max-content) minmax(0, 1fr); padding: 0.4rem 0; }
  #list th, #list td { border: 0; padding: 0.1rem 0; }
  #list th, #list td:last-child { grid-column: 1 / -1; }
  #list td:nth-child(4)::before { content: "cases: "; }
  table { font-size: 0.8rem; }
  th, td { padding-right: 0.3rem; }
  thead th { font-size: 0.75rem; }
}
@media print { .code, .scroll { max-height: none; } button, .filter { display: none; } }
`;

/** The script of the page of a report: a filter of its findings, and buttons that copy. */
export const script = `
const filter = document.getElementById('filter');
filter?.addEventListener('input', () => {
  const wanted = filter.value.toLowerCase();
  const rows = [...document.querySelectorAll('#list tbody tr')];
  for (const row of rows) {
    const article = document.getElementById(row.dataset.id);
    row.hidden = article.hidden = !(row.textContent + article.textContent).toLowerCase().includes(wanted);
  }
  const shown = rows.filter((row) => !row.hidden).length;
  document.getElementById('shown').textContent = shown + ' of ' + rows.length + ' shown';
});
for (const button of document.querySelectorAll('.copyable button'))
  button.addEventListener('click', async () => {
    const text = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      // Some browsers do not let pages of files write to the clipboard.
      getSelection().selectAllChildren(text);
    }
  });
`;
