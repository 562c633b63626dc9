import { type CompletedCommand, quoted } from './model.ts';

/**
 * Rules for bash 3.2 and later. They are text alone: the Tab key starts no program and evaluates no typed word. Without
 * a match, bash completes paths.
 */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const below = commands.slice(1).map(({ path }) => quoted(path));
  return `# Completion of analyzer for bash.
_analyzer() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path=analyzer words='' i
  COMPREPLY=()
  if [[ $cur == = ]]; then cur=''
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
      ${below.join('|')}) path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$path" in
${commands.map(wordCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _analyzer analyzer
`;
}

function valueCases({ path, options }: CompletedCommand): string[] {
  return options.flatMap(({ flags, takesValue, choices }) => {
    if (!takesValue) return [];
    const patterns = flags.map((flag) => quoted(`${path} ${flag}`)).join('|');
    const action = choices.length === 0 ? '' : `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$cur")); `;
    return [`    ${patterns}) ${action}return ;;`];
  });
}

function wordCase({ path, subcommands, options }: CompletedCommand): string {
  const flags = options.flatMap((option) => option.flags).join(' ');
  const names = subcommands.map(({ name }) => name).join(' ');
  return `    ${quoted(path)}) if [[ $cur == -* ]]; then words=${quoted(flags)}; else words=${quoted(names)}; fi ;;`;
}
