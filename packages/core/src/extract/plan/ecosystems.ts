const ECOSYSTEMS: Readonly<Record<string, string>> = {
  javascript: 'npm',
  typescript: 'npm',
  php: 'composer',
  python: 'python',
};

/** The kind of package manager of a language, as an index names it; empty for those without one. */
export function ecosystemOf(language: string): string {
  return ECOSYSTEMS[language] ?? '';
}
