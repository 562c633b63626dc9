import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

/**
 * Time of a page until its first control, without the load of other programs: wall time minus the time that the
 * browser's processes waited for a processor (`schedstat` in proc(5)), but at least the processor time of the page
 * itself. Wall time if the kernel does not report this.
 *
 * @param open opens the page and resolves once it has its first control
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
  /** Id of its process. */
  id: number;
  type: string;
  /** Milliseconds since its start. */
  ran: number;
  queued: number;
}

/** The main threads of the browser's processes: several of them take part in opening a page. */
async function threads(browser: Browser): Promise<Thread[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.flatMap(({ id, type }) => {
    const [ran, queued] = schedstat(id);
    return ran === undefined || queued === undefined ? [] : [{ id, type, ran, queued }];
  });
}

/** Milliseconds on the processor and in its queue; empty if the process has ended or the system has no such file. */
function schedstat(id: number): number[] {
  try {
    const [ran, queued] = readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ');
    return [Number(ran) / 1e6, Number(queued) / 1e6];
  } catch {
    return [];
  }
}
