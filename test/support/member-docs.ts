import { inclusionFields, type ResponseFields, simulationFields } from '../../src/contract/responses.js';
import { type Fields, requestFields } from '../../src/contract/simulation-request.js';

/** The docstrings of members by their paths in the request or in `response`, without their line breaks. */
export type MemberDocs = Readonly<Record<string, string>>;

const anchors = {
  '2.1': '21-simulation-request-json-object-content-type-applicationjson',
  '2.2': '22-simulation-response-json-object',
  '2.3': '23-consensus-inclusion-response-json-object',
} as const;

/** What the docstrings of requests must say: meaning, form and unit of the row, and its place in the interface. */
export const requestDocs: MemberDocs = docsOf(requestFields, '2.1', '');

/** The same of the answers of both endpoints. */
export const simulationDocs: MemberDocs = docsOf(simulationFields, '2.2', 'response.');
export const inclusionDocs: MemberDocs = docsOf(inclusionFields, '2.3', 'response.');

function docsOf(
  fields: Fields | ResponseFields,
  section: keyof typeof anchors,
  top: string,
  at = '',
): MemberDocs {
  const docs: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const path = at + name;
    // Two lists have the members of a token and its amount, whose docstrings are the same.
    const place = (top + path).replace(/^.*\.tokens(?:Burned|Locked)\[\]\./, '');
    docs[path] = [
      field.meaning,
      ...(field.note ? [field.note] : []),
      `Section ${section}, \`${place}\`: docs/service-interface.md#${anchors[section]}`,
    ].join(' ');
    if ('members' in field) Object.assign(docs, docsOf(field.members, section, top, `${path}.`));
    if ('items' in field) Object.assign(docs, docsOf(field.items, section, top, `${path}[].`));
  }
  return docs;
}
