import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Engine, ParseJob, ParseOutcome } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';

export interface LineEngineOptions {
  jobs: number;
  /** Duration of a file in milliseconds. */
  delay?: (job: ParseJob) => number;
  signal?: AbortSignal;
}

/** An engine with observations for tests of scans. */
export interface LineEngine extends Engine {
  /** Paths in the order of the calls. */
  readonly asked: string[];
  /** The largest number of files and bytes in progress. */
  readonly most: { files: number; bytes: number };
}

/**
 * An engine for a language of lines, for tests of the code around an engine: `def NAME` declares a function, `import
 * NAME` imports a module, a single word is the status (`syntax-error`, `timeout` …), other lines are skipped.
 */
export function createLineEngine({ jobs, delay = () => 0, signal }: LineEngineOptions): LineEngine {
  const asked: string[] = [];
  const most = { files: 0, bytes: 0 };
  const open = { files: 0, bytes: 0 };
  return {
    name: 'portable',
    versions: () => 'none',
    jobs,
    asked,
    most,
    async parse(job) {
      asked.push(job.path);
      open.files++;
      open.bytes += job.bytes.length;
      most.files = Math.max(most.files, open.files);
      most.bytes = Math.max(most.bytes, open.bytes);
      try {
        await setTimeout(delay(job), undefined, signal === undefined ? {} : { signal });
        return outcomeOf(job);
      } finally {
        open.files--;
        open.bytes -= job.bytes.length;
      }
    },
    cache: undefined,
    wholeProject: undefined,
    rest: () => undefined,
    async close() {},
  };
}

function outcomeOf({ bytes }: ParseJob): ParseOutcome {
  const text = Buffer.from(bytes).toString();
  const lines = text.split('\n');
  const range = { start_line: 1, end_line: 1 };
  switch (lines.find((line) => /^[a-z-]+$/.test(line))) {
    case 'explode':
      throw new Error('the engine broke');
    case 'syntax-error':
      return { status: 'syntax-error', errors: { count: 1, ranges: [range] } };
    case 'partial':
      return { status: 'partial', facts: { ...factsOf(text, lines), errors: { count: 1, ranges: [range] } } };
    case 'timeout':
      return { status: 'timeout', reason: 'took too long' };
    case 'latin':
      return { status: 'analyzed', facts: factsOf(text, lines), encoding: 'latin-1' };
    default:
      return { status: 'analyzed', facts: factsOf(text, lines) };
  }
}

const NO_NAME = /\W/;

function factsOf(text: string, lines: readonly string[]): FileFacts {
  const facts: FileFacts = {
    tree_hash: sha256(text),
    declarations: [],
    imports: [],
    calls: { callee: [], line: [], within: [] },
    control: { kind: [], depth: [], line: [], within: [] },
  };
  lines.forEach((text, i) => {
    // A regular expression of a name of 64 MiB can exceed the stack.
    const [keyword, name = '', rest] = text.split(' ');
    const isName = rest === undefined && name !== '' && !NO_NAME.test(name);
    if (!isName || (keyword !== 'def' && keyword !== 'import')) return;
    const line = i + 1;
    if (keyword === 'import') {
      facts.imports.push({
        specifier: name,
        names: [],
        line,
        conditional: false,
        phase: 'load',
        lookup: 'module',
        target: name,
      });
    } else {
      facts.declarations.push({
        kind: 'function',
        name,
        qualified_name: name,
        parameters: [],
        exported: true,
        start_line: line,
        end_line: line,
        start_byte: 0,
        end_byte: text.length,
        nodes: 20,
        within: -1,
        bound: [],
        function_body: sha256(name),
        function_shape: sha256(name),
      });
    }
  });
  return facts;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
