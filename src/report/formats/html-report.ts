import { createHash } from 'node:crypto';
import drawingsCss from '../../local/page/browser/drawings.css?raw';
import pageCss from '../../local/page/browser/page.css?raw';
import html from '../page/browser/page.html?raw';
import reportCss from '../page/browser/report.css?raw';
import script from '../page/browser/show-report.js?bundled';
import { chartScript } from '../page/chart-script.js';
import { pageData } from '../page/page-data.js';
import type { ReportSummary } from '../summary/report-summary.js';

const style = [pageCss.replace(/@import [^;]*;/, drawingsCss), reportCss].join('\n');

const charts = chartScript();

/** What a browser may do with the page: run its own scripts and nothing else; it needs nothing from anywhere. */
const policy = [
  "default-src 'none'",
  `script-src '${digest(charts)}' '${digest(script)}'`,
  `style-src-elem '${digest(style)}'`,
  // Of its charts' drawings, which give lengths in attributes.
  "style-src-attr 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Writes a report as one page that needs no server and sends no request: findings with what was sent, what came and how
 * to repeat it, coverage of the request space, response times, gas, and the timeline.
 */
export function htmlReport(summary: ReportSummary): string {
  // In JSON it stands in texts only; so no text can end the element that it is in.
  const data = JSON.stringify(pageData(summary)).replaceAll('<', '\\u003c');
  const parts: Readonly<Record<string, string>> = {
    'content=""': `content="${policy}"`,
    '<style>': `<style>${style}`,
    'id="data">': `id="data">${data}`,
    'id="charts">': `id="charts">${charts}`,
    'type="module">': `type="module">${script}`,
  };
  return html.replace(
    /content=""|<style>|id="data">|id="charts">|type="module">/g,
    (place) => parts[place] ?? place,
  );
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
