import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskPort } from '../log/file-port.ts';
import { DAY_MS, GOOD } from '../store/check-day.ts';
import { DayFiles, type RecordedDay } from './day-files.ts';

let parent: string;
let days: DayFiles;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'dashboard-days-'));
  days = new DayFiles(join(parent, 'checks', 'days'), diskPort);
});
afterEach(() => rmSync(parent, { recursive: true }));

function recorded(day: number, service = 'shop'): RecordedDay {
  const check = { service, kind: 'tests', subject: '', stage: 'unit', file: '', endpoint: '' };
  return { ...check, day, runs: 1, failures: 0, flips: 0, timeline: [[0, GOOD]] };
}

it('writes days after a failure that has ended', async () => {
  const blocking = join(parent, 'checks');
  writeFileSync(blocking, '');
  days.add(recorded(20_000));
  await expect(days.sync(20_001 * DAY_MS)).rejects.toThrow();
  rmSync(blocking);
  days.add(recorded(20_001));
  await days.sync(20_002 * DAY_MS);
  const reopened = new DayFiles(join(parent, 'checks', 'days'), diskPort);
  expect(await reopened.read('shop', 20_000)).toEqual([recorded(20_000), recorded(20_001)]);
});

it('drops the oldest days while none can be written, and retains the newest', async () => {
  for (let i = 0; i < 60_000; i++) days.add(recorded(20_000 + Math.floor(i / 20_000), `service-${i}`));
  expect(await days.read('service-0', 20_000)).toEqual([]);
  expect(await days.read('service-59999', 20_000)).toEqual([recorded(20_002, 'service-59999')]);
});
