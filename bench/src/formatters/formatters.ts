import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import { format } from 'prettier';
import { print } from 'sh-syntax';
import type { Language } from '../corpus/files.ts';
import { BENCH } from '../folders.ts';
import { jsxFiles, type SourceFile, sourceFiles } from '../functions/sources.ts';

/** The version of black, from PyPI, in a separate virtual environment. */
const BLACK = 'black==26.10.1';
const ENVIRONMENT = join(BENCH, 'archives', 'black');

/** A formatter of the language; it throws on input that it cannot parse. */
export type Formatter = (source: string, mode: ParseMode) => Promise<string>;

/** Counted separately: JSX and TSX are not part of JavaScript and TypeScript. */
export const KINDS = ['javascript', 'jsx', 'typescript', 'tsx', 'php', 'python', 'bash'] as const;
export type Kind = (typeof KINDS)[number];

export function languageOf(kind: Kind): Language {
  return kind === 'jsx' ? 'javascript' : kind === 'tsx' ? 'typescript' : kind;
}

/**
 * The real files of a kind.
 * @param folder by default the corpus and more packages; those with JSX are separate from other JavaScript
 */
export function filesOf(kind: Kind, folder?: string): SourceFile[] {
  if (kind === 'jsx' && folder === undefined) return jsxFiles();
  const files = sourceFiles(languageOf(kind), folder);
  if (kind === 'jsx') return files.filter((file) => file.dialect === 'jsx');
  return languageOf(kind) === 'typescript'
    ? files.filter((file) => (file.dialect === 'tsx') === (kind === 'tsx'))
    : files;
}

/** By language: prettier without embedded formatting, its PHP plugin, black, shfmt. */
export const FORMATTERS: Readonly<Record<Language, { tool: string; format: Formatter }>> = {
  javascript: { tool: 'prettier 3.10.1', format: (source) => prettier(source, 'babel') },
  typescript: { tool: 'prettier 3.10.1', format: (source) => prettier(source, 'typescript') },
  php: {
    tool: '@prettier/plugin-php 0.25.0',
    format: (source) =>
      format(source, { parser: 'php', plugins: ['@prettier/plugin-php'], embeddedLanguageFormatting: 'off' }),
  },
  python: { tool: BLACK, format: async (source, mode) => black(source, mode) },
  bash: { tool: 'shfmt of sh-syntax 0.7.0', format: (source) => print(source) },
};

function prettier(source: string, parser: string): Promise<string> {
  return format(source, { parser, embeddedLanguageFormatting: 'off' });
}

function black(source: string, { dialect }: ParseMode): string {
  const python = join(ENVIRONMENT, 'bin/python');
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', ENVIRONMENT]);
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', BLACK]);
  }
  const flags = ['-m', 'black', '--quiet', '--fast', ...(dialect === 'pyi' ? ['--pyi'] : []), '-'];
  return execFileSync(python, flags, { input: source, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
}
