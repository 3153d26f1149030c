import { script } from '@bomb.sh/tab';
import { capturedOutput } from './captured-output.js';
import type { ShellName } from './shell-names.js';

const program = 'crosscheck';

/** Replaces what the bash script needs of the package bash-completion, if that is not installed. */
const wordsOfBash = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=\${COMP_WORDS[COMP_CWORD]}
        prev=\${COMP_WORDS[COMP_CWORD - 1]}
    }
fi
`;

/** Returns the script that makes a shell call `crosscheck complete` for completions. */
export function completionScript(shell: ShellName): string {
  const written = capturedOutput(() => script(shell, program, program));
  return shell === 'bash' ? wordsOfBash + escapedForBash(written) : written;
}

/** Files are completed where the command says so. Loading the script twice in a shell is not an error. */
function escapedForBash(written: string): string {
  return written
    .replace(/^complete -F /m, 'complete -o default -F ')
    .replace(/^readonly (?=ShellCompDirective)/gm, '');
}
