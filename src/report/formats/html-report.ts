import { createHash } from 'node:crypto';
import { readAsset } from '../../internal/package-manifest.js';
import { chartScript } from '../page/chart-script.js';
import { pageData } from '../page/page-data.js';
import type { ReportSummary } from '../summary/report-summary.js';

/**
 * Writes a report as one page that needs no server and sends no request: findings with what was sent, what came and how
 * to repeat it, coverage of the request space, response times, gas, and the timeline.
 */
export function htmlReport(summary: ReportSummary): string {
  const css = [
    readAsset('page.css').replace(/@import [^;]*;/, readAsset('drawings.css')),
    readAsset('report.css'),
  ];
  const style = css.join('\n');
  const charts = chartScript();
  const script = readAsset('report-page.js');
  // In JSON it stands in texts only; so no text can end the element that it is in.
  const data = JSON.stringify(pageData(summary)).replaceAll('<', '\\u003c');
  const parts: Readonly<Record<string, string>> = {
    'content=""': `content="${policyOf(style, charts, script)}"`,
    '<style>': `<style>${style}`,
    'id="data">': `id="data">${data}`,
    'id="charts">': `id="charts">${charts}`,
    'type="module">': `type="module">${script}`,
  };
  return readAsset('report-page.html').replace(
    /content=""|<style>|id="data">|id="charts">|type="module">/g,
    (place) => parts[place] ?? place,
  );
}

/** What a browser may do with the page: run its own scripts and nothing else; it needs nothing from anywhere. */
function policyOf(style: string, ...scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map((script) => `'${digest(script)}'`).join(' ')}`,
    `style-src-elem '${digest(style)}'`,
    // Of its charts' drawings, which give lengths in attributes.
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
