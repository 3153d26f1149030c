import { Argument, type Command, type Option } from 'commander';
import { UsageError } from '../errors.js';
import { formatValue } from '../internal/print.js';
import type { CommandContext } from './command/cli-context.js';

const examples = `
The script calls the command crosscheck for completions, so the shell must find it: install it globally, define an alias, or
add node_modules/.bin to PATH.

Exit codes:
  0  printed
  2  usage error: unknown shell

Examples:
  $ source <(crosscheck completion bash)
  $ crosscheck completion zsh > ~/.zfunc/_crosscheck
  $ crosscheck completion fish > ~/.config/fish/completions/crosscheck.fish
  $ crosscheck completion powershell >> $PROFILE`;

/** The last line of the output of `crosscheck complete` if files are possible too. */
const files = ':files';

/** The scripts, by shell. Each calls `crosscheck complete -- <words>` with the words up to the cursor. */
const scripts = {
  bash: `_crosscheck() {
    local line
    COMPREPLY=()
    compopt +o default 2>/dev/null
    while IFS= read -r line; do
        if [[ $line == ${files} ]]; then
            compopt -o default 2>/dev/null
        else
            COMPREPLY+=("\${line%%$'\\t'*}")
        fi
    done < <(crosscheck complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _crosscheck crosscheck
`,
  zsh: `#compdef crosscheck
_crosscheck() {
    local line
    local -a items
    for line in "\${(@f)$(crosscheck complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        if [[ $line == ${files} ]]; then
            _files
        elif [[ -n $line ]]; then
            items+=("\${\${line//:/\\\\:}/$'\\t'/:}")
        fi
    done
    (( $#items )) && _describe crosscheck items
}
if [[ $funcstack[1] == _crosscheck ]]; then
    _crosscheck "$@"
else
    compdef _crosscheck crosscheck
fi
`,
  fish: `function __crosscheck_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (crosscheck complete -- $words[2..] "$current" 2>/dev/null)
        if test "$line" = ${files}
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c crosscheck -f -a '(__crosscheck_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName crosscheck -ScriptBlock {
    param($current, $ast, $cursor)
    $words = @($ast.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    # Earlier versions do not pass an empty argument.
    $last = if ($current -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { $current }
    crosscheck complete -- @words $last 2>$null | Where-Object { $_ -ne '${files}' } | ForEach-Object {
        $value, $about = $_ -split "\`t", 2
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
    }
}
`,
};

type Shell = keyof typeof scripts;

const shells = Object.keys(scripts) as Shell[];

/** Makes a command `crosscheck completion`. */
export function configureCompletion(command: Command, { stdout }: CommandContext): void {
  const shell = new Argument('<shell>', shells.join(', ')).argParser(readShell);
  // For completion itself.
  shell.argChoices = [...shells];
  command
    .description('Print a script with which a shell completes commands, flags and their fixed values.')
    .addArgument(shell)
    .addHelpText('after', examples)
    .action((name: Shell) => {
      stdout.write(scripts[name]);
    });
}

function readShell(text: string): Shell {
  const name = shells.find((known) => known === text);
  if (name !== undefined) return name;
  throw new UsageError(`<shell> must be one of ${shells.join(', ')}, got ${formatValue(text)}`);
}

/**
 * Makes the command `crosscheck complete -- <words>`, which the scripts call, in a program with the commands that the words name. It
 * prints one line for each completion of the last word, which may be empty: the text, a tab and its description.
 */
export function configureComplete(command: Command, { args, stdout }: CommandContext): void {
  command
    .argument('[words...]')
    .allowUnknownOption()
    .action(() => {
      const words = args.slice(args.indexOf('--') + 1);
      stdout.write(completionsOf(command.parent ?? command, words.slice(0, -1), words.at(-1) ?? ''));
    });
}

function completionsOf(program: Command, before: readonly string[], current: string): string {
  const command = before.reduce(
    (outer, word) => outer.commands.find((nested) => nested.name() === word) ?? outer,
    program,
  );
  const flag = flagOf(command, before.at(-1));
  if (flag !== undefined) return completionText(current, namesOf(flag.argChoices), isFile(flag.flags));
  const help = command.createHelp();
  if (current.startsWith('-')) {
    const flags = help.visibleOptions(command).map(({ long, short, description }) => ({
      name: long ?? short ?? '',
      about: description,
    }));
    return completionText(current, flags, false);
  }
  const argument = argumentOf(command, before);
  const takesFile = argument !== undefined && isFile(argument.name());
  // Shells offer no files together with other completions, so a command in the place of a file needs its first letter.
  const isHelp = command === program && before.length === 1 && before[0] === 'help';
  const isNested = before.length === 0 || isHelp || before.at(-1) === command.name();
  const commands = !isNested || (takesFile && current === '') ? [] : help.visibleCommands(command);
  const names = commands
    .filter((nested) => nested.name() !== 'help')
    .map((nested) => ({ name: nested.name(), about: nested.summary() || nested.description() }));
  return completionText(current, [...names, ...namesOf(argument?.argChoices)], takesFile);
}

interface Completion {
  readonly name: string;
  readonly about?: string;
}

function completionText(current: string, completions: readonly Completion[], takesFile: boolean): string {
  const lines = completions
    .filter(({ name }) => name.startsWith(current))
    .map(({ name, about }) => (about ? `${name}\t${about}` : name));
  return [...lines, ...(takesFile ? [files] : [])].map((line) => `${line}\n`).join('');
}

function namesOf(choices: readonly string[] = []): Completion[] {
  return choices.map((name) => ({ name }));
}

/** Returns the flag of a command with this name, if it takes a value. */
function flagOf(command: Command, word: string | undefined): Option | undefined {
  return command.options.find(
    ({ short, long, required, optional }) =>
      word !== undefined && (word === short || word === long) && (required || optional),
  );
}

/** Returns the argument of a command after these words, which may have flags with values. */
function argumentOf(command: Command, words: readonly string[]): Argument | undefined {
  const own = words.slice(words.indexOf(command.name()) + 1);
  const isFlag = (word: string, index: number): boolean =>
    word.startsWith('-') || flagOf(command, own[index - 1]) !== undefined;
  const { registeredArguments } = command;
  const place = own.filter((word, index) => !isFlag(word, index)).length;
  return registeredArguments[place] ?? registeredArguments.find(({ variadic }) => variadic);
}

function isFile(usage: string): boolean {
  return /\b(?:file|folder|path)\b/.test(usage);
}
