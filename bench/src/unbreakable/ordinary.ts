import type { ParseJob } from '@analyzer/core/parse/engine.ts';

const SOURCES: readonly [language: string, source: string][] = [
  ['python', 'import os\n\n\nclass A:\n    def m(self, a):\n        return os.path.join(a, "b")\n'],
  ['javascript', 'import { a } from "./a.js";\nexport function f(b) {\n  if (b) return a(b + 1);\n}\n'],
  ['typescript', 'import type { A } from "./a";\nexport class B<T extends A> {\n  m(a: T): T { return f(a); }\n}\n'],
  ['php', '<?php\nrequire __DIR__ . "/a.php";\nclass A {\n  function m(int $a) { return f($a); }\n}\n'],
  ['bash', 'source ./a.sh\nf() {\n  local a=$1\n  if [ -n "$a" ]; then echo "$a"; fi\n}\nf x\n'],
];

/** A small file of each language that parses without errors. */
export const ORDINARY: readonly ParseJob[] = SOURCES.map(([language, source]) => {
  return { path: `ordinary ${language}`, mode: { language }, bytes: Buffer.from(source) };
});
