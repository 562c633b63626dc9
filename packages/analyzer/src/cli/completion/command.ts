import { Argument, type Command } from 'commander';

const EXAMPLES = `
Examples:
  source <(analyzer completion bash)     in ~/.bashrc
  source <(analyzer completion zsh)      in ~/.zshrc, after compinit
  analyzer completion fish > ~/.config/fish/completions/analyzer.fish
`;

/** Adds `completion`. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('print completion rules for a shell')
    .description('Print rules that complete commands, options, values and paths with the Tab key.')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { printCompletion } = await import('./run.ts');
      await printCompletion(program, shell);
    });
}
