import { script } from '@bomb.sh/tab';
import { capturedOutput } from './captured-output.js';
import type { ShellName } from './shell-names.js';

const program = 'crosscheck';

/** What the script for bash takes from the package bash-completion, where that is not installed. */
const wordsOfBash = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=\${COMP_WORDS[COMP_CWORD]}
        prev=\${COMP_WORDS[COMP_CWORD - 1]}
    }
fi
`;

/** Gives the script that makes a shell ask `crosscheck complete` for what may come next. */
export function completionScript(shell: ShellName): string {
  const written = capturedOutput(() => script(shell, program, program));
  return shell === 'bash' ? wordsOfBash + escapedForBash(written) : written;
}

/** Files are completed where the command says so, and a second time in the same shell is no error. */
function escapedForBash(written: string): string {
  return written
    .replace(/^complete -F /m, 'complete -o default -F ')
    .replace(/^readonly (?=ShellCompDirective)/gm, '');
}
