import { quoted } from '../../client/exchange-text.js';
import { parseCaseId } from '../case-id.js';
import { defaultCorpus } from '../corpus/default-corpus.js';
import type { Finding } from './finding.js';
import { isSure } from './finding-certainty.js';

/** How the case of a finding is run again. */
export interface CaseReplay {
  /** For a shell; undefined where only the plan itself does it. */
  readonly command: string | undefined;
  /** File of the case in the corpus; undefined where it is not written. */
  readonly file: string | undefined;
}

/**
 * Returns how to run the case of a finding again: from the corpus, which has the sure ones, or by its index in the campaign.
 * An index in the corpus phase changes with the corpus, so it identifies no case.
 *
 * @param corpus - The folder that the campaign wrote to, or false.
 * @param flags - What names the deployment. Default: nothing.
 */
export function caseReplay({ id, label, caseId }: Finding, corpus: string | false, flags = ''): CaseReplay {
  const command = (what: string): string => `npx crosscheck replay ${what}${flags && ` ${flags}`}`;
  if (corpus !== false && isSure(label))
    return { command: command(`${id}${corpusFlag(corpus)}`), file: `${corpus}/${id}.json` };
  const phase = parseCaseId(caseId)?.phase;
  const isNamed = phase !== undefined && phase !== 'corpus';
  return { command: isNamed ? command(caseId) : undefined, file: undefined };
}

function corpusFlag(corpus: string): string {
  if (corpus === defaultCorpus) return '';
  return ` --corpus ${/[^\w./-]/.test(corpus) ? quoted(corpus) : corpus}`;
}
