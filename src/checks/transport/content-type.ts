import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { judgeEach } from '../case/judge-each.js';
import { isHttp } from './request-kind.js';
import { isDocumented } from './statuses.js';

// The only parameter that means something here; JSON is UTF-8 without it (RFC 8259, 8.1).
const json = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

/** JSON has the content type of JSON. `malformed-json` reports bodies that are not JSON. */
export const contentType: Check = {
  name: 'content-type',
  family: 'transport',
  severity: 'major',
  about: 'JSON must have the content type application/json, in UTF-8.',
  source: 'section 4.2; of the simulator and of errors: practice',
  customSource: 'practice: what the two endpoints of the interface do',
  judge: judgeEach(({ request, answer }, { endpoints }) => {
    if (answer === undefined || !('value' in answer.json)) return undefined;
    if (!isHttp(request) || !isDocumented(request.endpoint, answer.status, endpoints)) return undefined;
    const type = answer.headers['content-type'];
    if (type !== undefined && json.test(type)) return undefined;
    return {
      path: '',
      class: type === undefined ? 'no content type' : `content type ${nameOf(type)}`,
      message: `expected the content type application/json for JSON, got ${type === undefined ? 'none' : formatText(type)}`,
    };
  }),
};

/** Without parameters: those of some types are others every time. */
function nameOf(type: string): string {
  const name = formatText(type.replace(/;.*$/s, '').trim().toLowerCase(), 80);
  return name === 'application/json' ? 'with another charset' : name;
}
