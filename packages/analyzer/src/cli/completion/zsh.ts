import { type CompletedCommand, quoted } from './model.ts';

/** Rules for zsh 5, to be read after `compinit`. Without a match, zsh completes paths. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const below = commands.slice(1).map(({ path }) => quoted(path));
  return `#compdef analyzer
# Completion of analyzer for zsh.
_analyzer() {
  local cur=\${words[CURRENT]} prev=\${words[CURRENT-1]} at=analyzer i
  local -a flags names
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      (${below.join('|')}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${commands.map(wordCase).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    _describe -o option flags
  else
    if (( $#names )); then _describe command names; fi
    _files
  fi
}
compdef _analyzer analyzer
`;
}

function valueCases({ path, options }: CompletedCommand): string[] {
  return options.flatMap(({ flags, takesValue, choices }) => {
    if (!takesValue) return [];
    const patterns = flags.map((flag) => quoted(`${path} ${flag}`)).join('|');
    const action = choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`;
    return [`    (${patterns}) ${action}; return ;;`];
  });
}

function wordCase({ path, subcommands, options }: CompletedCommand): string {
  const flags = options.flatMap(({ flags, summary }) => flags.map((flag) => described(flag, summary)));
  const names = subcommands.map(({ name, summary }) => described(name, summary));
  return `    (${quoted(path)}) flags=(${flags.join(' ')}) names=(${names.join(' ')}) ;;`;
}

/** `_describe` separates a word from its description with a colon. */
function described(word: string, summary: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${summary}`);
}
