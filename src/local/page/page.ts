import addressesList from './browser/addresses-list.js?raw';
import drawingsCss from './browser/drawings.css?raw';
import element from './browser/element.js?raw';
import epochsTable from './browser/epochs-table.js?raw';
import faultsList from './browser/faults-list.js?raw';
import liveConnection from './browser/live-connection.js?raw';
import liveState from './browser/live-state.js?raw';
import merkleTree from './browser/merkle-tree.js?raw';
import operationFacts from './browser/operation-facts.js?raw';
import operationsTable from './browser/operations-table.js?raw';
import pageCss from './browser/page.css?raw';
import html from './browser/page.html?raw';
import pageDeployment from './browser/page-deployment.js?raw';
import pageState from './browser/page-state.js?raw';
import proofPath from './browser/proof-path.js?raw';
import read from './browser/read.js?raw';
import showPage from './browser/show-page.js?raw';
import shownOperation from './browser/shown-operation.js?raw';
import shownTree from './browser/shown-tree.js?raw';
import stageSpans from './browser/stage-spans.js?raw';
import stageStrip from './browser/stage-strip.js?raw';
import stageTimeline from './browser/stage-timeline.js?raw';
import standing from './browser/standing.js?raw';
import tableRows from './browser/table-rows.js?raw';
import texts from './browser/texts.js?raw';

/** One file of the page, and where it is served. */
export interface PageFile {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * What a browser may do with the page: load its own files and read from where it came, nothing else. For the header
 * `content-security-policy` of every file.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const scripts = {
  'addresses-list': addressesList,
  element,
  'epochs-table': epochsTable,
  'faults-list': faultsList,
  'live-connection': liveConnection,
  'live-state': liveState,
  'merkle-tree': merkleTree,
  'operation-facts': operationFacts,
  'operations-table': operationsTable,
  'page-deployment': pageDeployment,
  'page-state': pageState,
  'proof-path': proofPath,
  read,
  'show-page': showPage,
  'shown-operation': shownOperation,
  'shown-tree': shownTree,
  'stage-spans': stageSpans,
  'stage-strip': stageStrip,
  'stage-timeline': stageTimeline,
  standing,
  'table-rows': tableRows,
  texts,
};

/**
 * The page of the control listener, as it is served: it shows operations, their stages over time, and epochs with
 * their Merkle trees. It only reads.
 */
export const page: readonly PageFile[] = [
  { path: '/', contentType: 'text/html; charset=utf-8', body: html },
  ...Object.entries({ drawings: drawingsCss, page: pageCss }).map(([name, body]) => ({
    path: `/page/${name}.css`,
    contentType: 'text/css; charset=utf-8',
    body,
  })),
  ...Object.entries(scripts).map(([name, body]) => ({
    path: `/page/${name}.js`,
    contentType: 'text/javascript; charset=utf-8',
    body,
  })),
];
