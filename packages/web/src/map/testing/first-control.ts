import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

/**
 * How long a page takes to its first control, were the machine its alone: by its own clock, less the time that the
 * browser's processes were ready to run and another program had the processor (`schedstat` of proc(5)), but never less
 * than the processor time of the page itself. Where the kernel doesn't tell, by the clock.
 *
 * @param open opens the page and returns when it has its first control
 * @returns the page, and milliseconds
 */
export async function timeFirstControl(browser: Browser, open: () => Promise<Page>): Promise<[Page, number]> {
  const before = await threads(browser);
  const page = await open();
  const clock = await page.evaluate<number>('performance.getEntriesByName("first-control")[0].startTime');
  const since = (await threads(browser)).map(({ id, type, ran, queued }) => {
    const earlier = before.find((thread) => thread.id === id);
    return { type, ran: ran - (earlier?.ran ?? 0), queued: queued - (earlier?.queued ?? 0) };
  });
  const queued = since.reduce((sum, thread) => sum + thread.queued, 0);
  const ran = Math.max(0, ...since.filter(({ type }) => type === 'renderer').map((thread) => thread.ran));
  return [page, Math.max(Math.min(clock, ran), clock - queued)];
}

interface Thread {
  /** Of the process whose main thread it is. */
  id: number;
  type: string;
  /** Milliseconds since it began. */
  ran: number;
  queued: number;
}

/** The main threads of the browser's processes: what opens a page goes from one to the next. */
async function threads(browser: Browser): Promise<Thread[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.flatMap(({ id, type }) => {
    const [ran, queued] = schedstat(id);
    return ran === undefined || queued === undefined ? [] : [{ id, type, ran, queued }];
  });
}

/** Milliseconds on the processor and in its queue; empty when the process is gone or the system has no such file. */
function schedstat(id: number): number[] {
  try {
    const [ran, queued] = readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ');
    return [Number(ran) / 1e6, Number(queued) / 1e6];
  } catch {
    return [];
  }
}
