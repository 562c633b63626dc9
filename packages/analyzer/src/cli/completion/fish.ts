import type { CompletedCommand, CompletedOption } from './model.ts';

/** Rules for fish 3. Paths are completed too. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const below = commands.slice(1).map(({ path }) => quoted(path));
  return `# Completion of analyzer for fish.
function __analyzer_at
    set -l at analyzer
    for word in (commandline -opc)[2..-1]
        if contains -- "$at $word" ${below.join(' ')}
            set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${commands.flatMap(rulesOf).join('\n')}
`;
}

function rulesOf({ path, subcommands, options }: CompletedCommand): string[] {
  const start = `complete -c analyzer -n ${quoted(`__analyzer_at '${path}'`)}`;
  return [
    ...subcommands.map(({ name, summary }) => `${start} -a ${quoted(name)} -d ${quoted(summary)}`),
    ...options.map((option) => `${start} ${ruleOf(option)}`),
  ];
}

function ruleOf({ flags, summary, takesValue, choices }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = choices.length > 0 ? [`-x -a ${quoted(choices.join(' '))}`] : takesValue ? ['-r'] : [];
  return [...names, ...value, `-d ${quoted(summary)}`].join(' ');
}

/** In single quotes, fish reads backslashes before quotes and backslashes. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
