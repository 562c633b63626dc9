import { type ChildProcess, fork } from 'node:child_process';
import { type Reads, readUntil, type State } from '@analyzer/core/index/postgres/publications-fixture.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { BRIDGE } from '../folders.ts';

/** A process that reads an index on a server. */
export interface ReaderProcess {
  /** Ends it. @returns what it read @throws if it failed */
  stop(): Promise<Reads>;
}

/** @returns a process with a connection, which reads the index in a loop @throws if it ends before */
export async function startReader(url: string, states: readonly State[]): Promise<ReaderProcess> {
  const [, main = ''] = process.argv;
  const child = fork(main, ['scale-out', 'reader', url, ...states.map(({ db }) => db)]);
  await messageOf(child);
  return {
    async stop() {
      const counts = messageOf(child);
      child.send('stop');
      return JSON.parse(await counts);
    },
  };
}

function messageOf(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    const ended = (code: number | null) => fail(new Error(`a reader ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      done(String(message));
    });
  });
}

/** The part `reader`, which `publications` starts: it sends a message when it is connected, and its counts at the end. */
export async function readerCommand(): Promise<void> {
  const [url = '', ...files] = process.argv.slice(4);
  const states = await Promise.all(files.map(async (db) => ({ db, reader: await openIndex(db) })));
  const over = new AbortController();
  // Also when the publisher was killed.
  for (const event of ['message', 'disconnect']) process.once(event, () => over.abort());
  let isReady = false;
  const open = async () => {
    const reader = await openIndex(url, { bridge: BRIDGE });
    if (!isReady) process.send?.('ready');
    isReady = true;
    return reader;
  };
  const counts = await readUntil(over.signal, { open, states });
  for (const { reader } of states) reader.close();
  process.send?.(JSON.stringify(counts));
  process.disconnect();
}
