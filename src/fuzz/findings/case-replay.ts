import { quoted } from '../../client/exchange-text.js';
import { parseCaseId } from '../case-id.js';
import { defaultCorpus } from '../corpus/default-corpus.js';
import type { Finding } from './finding.js';
import { isSure } from './finding-certainty.js';

/** How to rerun the case of a finding. */
export interface CaseReplay {
  /** The shell command; undefined if only the plan itself can be replayed. */
  readonly command: string | undefined;
  /** The file of the case in the corpus; undefined if it is not written. */
  readonly file: string | undefined;
}

/**
 * Returns how to rerun the case of a finding: from the corpus, which has the confirmed ones, or by its index in the campaign.
 * An index in the corpus phase changes with the corpus, so it does not identify a case.
 *
 * @param corpus - The folder that the campaign wrote to, or false.
 * @param flags - The flags that select the deployment. Default: none.
 */
export function caseReplay(
  { id, confidence, caseId }: Finding,
  corpus: string | false,
  flags = '',
): CaseReplay {
  const command = (what: string): string => `npx crosscheck replay ${what}${flags && ` ${flags}`}`;
  if (corpus !== false && isSure(confidence))
    return { command: command(`${id}${corpusFlag(corpus)}`), file: `${corpus}/${id}.json` };
  const phase = parseCaseId(caseId)?.phase;
  const isNamed = phase !== undefined && phase !== 'corpus';
  return { command: isNamed ? command(caseId) : undefined, file: undefined };
}

function corpusFlag(corpus: string): string {
  if (corpus === defaultCorpus) return '';
  return ` --corpus ${/[^\w./-]/.test(corpus) ? quoted(corpus) : corpus}`;
}
