import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { parse } from 'node:path';
import { withStreams } from '#tree/too-many-open-files.ts';
import { BRIDGE } from './bridge-script.ts';
import { unavailable } from './unavailable.ts';

const MAX_MS = 300_000;
const LARGEST_ANSWER = 256 * 1024 * 1024;
const MAX_MESSAGE_LENGTH = 300;
const NEWLINE = 10;
/** Isolated: no module of a project, of the user or of the environment is loaded. */
const PYTHON_FLAGS = ['-I', '-c', BRIDGE];
const ENVIRONMENT = {
  NO_COLOR: '1',
  TERM: 'dumb',
  COLUMNS: '10000',
  // Without updates in the background.
  NO_AUTOUPDATE: '1',
  // A file .env of a project could lead requests, and the token in them, to another server.
  PYTHON_DOTENV_DISABLED: '1',
  PYTHONWARNINGS: 'ignore',
  PYTHONIOENCODING: 'utf-8',
};

interface Pending {
  resolve: (line: string) => void;
  reject: (reason: Error) => void;
}

/**
 * A process that answers a line of input with a line of output. It ends with this process, and does not prevent its end
 * while no answer is expected.
 */
export class BridgeProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  #pending: Pending | undefined;
  #pieces: Buffer[] = [];
  #size = 0;
  #errors = '';
  #hasEnded = false;

  /** @param python absolute path of the interpreter that has planfile */
  constructor(python: string) {
    const options = {
      // Planfile searches files in its folder; this one is of no project.
      cwd: parse(python).root,
      // An interrupt reaches this program, not one that writes a ticket.
      detached: true,
      env: environment(),
    };
    this.#child = withStreams(spawn(python, PYTHON_FLAGS, options));
    this.#child.on('error', ({ message }) => this.#end(`planfile does not start: ${message}`));
    this.#child.on('close', () => this.#end(`planfile ended: ${lastLine(this.#errors)}`));
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('data', (piece: Buffer) => this.#read(piece));
    this.#child.stderr.on('data', (piece: Buffer) => {
      this.#errors = (this.#errors + piece.toString('utf8')).slice(-10 * MAX_MESSAGE_LENGTH);
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Sends one line, after the previous one was answered. @throws AnalyzerError `tracker_unavailable` */
  async ask(line: string): Promise<string> {
    this.#pieces = [];
    this.#size = 0;
    const timer = setTimeout(() => this.#kill('planfile does not answer'), MAX_MS);
    this.#hold(true);
    try {
      return await new Promise((resolve, reject) => {
        this.#pending = { resolve, reject };
        this.#child.stdin.write(`${line}\n`);
      });
    } finally {
      clearTimeout(timer);
      this.#hold(false);
    }
  }

  #read(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > LARGEST_ANSWER) {
      this.#kill('planfile answers too much');
      return;
    }
    this.#pieces.push(piece);
    if (piece.at(-1) !== NEWLINE) return;
    this.#pending?.resolve(Buffer.concat(this.#pieces).toString('utf8'));
    this.#pending = undefined;
  }

  #kill(problem: string): void {
    this.#child.kill('SIGKILL');
    this.#end(problem);
  }

  #end(problem: string): void {
    this.#hasEnded = true;
    this.#pending?.reject(unavailable(problem));
    this.#pending = undefined;
  }

  /** While held, this program waits for the process. */
  #hold(isHeld: boolean): void {
    for (const part of [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      if (!isReferenced(part)) continue;
      if (isHeld) part.ref();
      else part.unref();
    }
  }
}

/** Whether it prevents the end of this program; pipes of a process do, but the type of a stream does not have it. */
function isReferenced(part: object): part is { ref(): void; unref(): void } {
  return 'ref' in part && 'unref' in part;
}

/** Without variables by which Python loads other code. */
function environment(): NodeJS.ProcessEnv {
  const remaining = Object.entries(process.env).filter(([name]) => !name.startsWith('PYTHON'));
  return { ...Object.fromEntries(remaining), ...ENVIRONMENT };
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, MAX_MESSAGE_LENGTH);
}
