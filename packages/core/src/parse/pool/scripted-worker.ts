/**
 * A worker for the tests of the pool: the file contains its commands. It runs in a process of its own, in the same loop
 * as the real one.
 */
import { existsSync, writeFileSync, writeSync } from 'node:fs';
import type { ParseJob, ParseOutcome } from '../engine.ts';
import { serve } from '../portable/serve.ts';

const MIB = 1024 * 1024;
const held: Buffer[] = [];

function act(job: ParseJob): ParseOutcome {
  const [verb = '', argument = ''] = Buffer.from(job.bytes).toString().split(' ');
  switch (verb) {
    case 'die':
      process.kill(process.pid, 'SIGSEGV');
      return hang();
    case 'die-once':
      if (existsSync(argument)) break;
      writeFileSync(argument, '');
      process.kill(process.pid, 'SIGSEGV');
      return hang();
    case 'exit':
      process.exit(Number(argument));
      break;
    case 'throw':
      throw new Error(argument);
    case 'hang':
      return hang();
    case 'hang-once':
      if (existsSync(argument)) break;
      writeFileSync(argument, '');
      return hang();
    case 'spin':
      return spin();
    case 'sleep':
      pause(Number(argument));
      break;
    case 'heap':
      return fillHeap();
    case 'hold':
      held.push(Buffer.alloc(Number(argument) * MIB, 1));
      break;
    case 'swell':
      for (let mib = 0; mib < 400; mib += 20) {
        held.push(Buffer.alloc(20 * MIB, 1));
        pause(50);
      }
      break;
    case 'print':
      writeSync(1, 'to stdout');
      process.stdout.write('to stdout as well');
      break;
    case 'large':
      return { status: 'undecodable', reason: 'é'.repeat(Number(argument)) };
  }
  return { status: 'undecodable', reason: `${process.pid} ${job.path}` };
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function hang(): never {
  for (;;) pause(1000);
}

function spin(): never {
  for (let turns = 0; ; turns++) if (turns < 0) throw new Error('no end');
}

function fillHeap(): never {
  const all: string[][] = [];
  for (;;) all.push(Array.from({ length: 10_000 }, (_, i) => `${all.length} ${i}`));
}

await serve(act, Number(process.argv[2]) * MIB);
