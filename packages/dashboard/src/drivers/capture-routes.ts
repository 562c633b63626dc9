import type { Capture, DomDiff } from '@analyzer/contracts/pages/captures';
import { type CaptureStore, NotReviewable } from '../captures/capture-store.ts';
import type { StoredCapture } from '../captures/stored-capture.ts';
import type { Route } from '../http/exchange.ts';
import { HttpProblem } from '../http/problem.ts';
import { limitIn } from '../http/query.ts';
import type { Drivers } from './drivers.ts';
import { approvalsRequest, noteIn } from './requests.ts';

const LISTED = 100;
const LISTED_MOST = 1_000;

/** Routes to read and compare captures, and to approve baselines. */
export function captureRoutes(drivers: Drivers): Route[] {
  const { captures, store } = drivers;
  const path = '/drivers/captures/{id}';
  return [
    {
      method: 'GET',
      path: '/drivers/captures',
      scope: 'read',
      summary: 'List captures, newest first: service, url, kind (dom, screenshot), limit.',
      handle: ({ query }) => {
        const text = (name: string): string => query.get(name) ?? '';
        const found = captures.list({ service: text('service'), url: text('url'), kind: text('kind') });
        const items = found.slice(0, limitIn(query, LISTED, LISTED_MOST));
        return { status: 200, json: { items, total: items.length, total_matching: found.length } };
      },
    },
    {
      method: 'GET',
      path,
      scope: 'read',
      summary: 'One capture, with its comparison with the baseline of that time.',
      handle: ({ params }) => ({ status: 200, json: shown(find(captures, params.id)) }),
    },
    {
      method: 'GET',
      path: `${path}/image`,
      scope: 'read',
      summary: 'The picture of a capture.',
      handle: async ({ params }) => {
        const { image, files } = find(captures, params.id);
        if (image === null) throw new HttpProblem(404, 'This capture has no picture');
        return { status: 200, type: image.type, headers: ALONE, pieces: [await bytesOf(captures, files.image)] };
      },
    },
    {
      method: 'GET',
      path: `${path}/dom`,
      scope: 'read',
      summary: 'The DOM tree of a capture.',
      handle: async ({ params }) => {
        const { dom, files } = find(captures, params.id);
        if (dom === null) throw new HttpProblem(404, 'This capture has no tree');
        return { status: 200, type: 'application/json', pieces: [await bytesOf(captures, files.dom)] };
      },
    },
    {
      method: 'GET',
      path: `${path}/diff`,
      scope: 'read',
      summary: 'Compare with another capture: against (its id; default is the baseline).',
      handle: async ({ params, query }) => {
        const after = find(captures, params.id);
        const against = query.get('against') ?? captures.baselineOf(after)?.id;
        if (against === undefined) throw new HttpProblem(404, 'This page has no baseline');
        return { status: 200, json: await compared(drivers, find(captures, against), after) };
      },
    },
    {
      method: 'POST',
      path: `${path}/approve`,
      scope: 'admin',
      body: 'application/json',
      bodyOptional: true,
      summary: 'Make a capture the baseline of its page: note. 409 for an error page.',
      handle: async ({ params, body, source }) => {
        const baseline = await reviewed(captures.approve(params.id ?? '', source, noteIn(body), store.clock.now()));
        return { status: 200, json: baseline };
      },
    },
    {
      method: 'POST',
      path: `${path}/reject`,
      scope: 'admin',
      body: 'application/json',
      bodyOptional: true,
      summary: 'Retain the baseline of a page although a capture differs from it: note.',
      handle: async ({ params, body, source }) => {
        const rejected = await reviewed(captures.reject(params.id ?? '', source, noteIn(body), store.clock.now()));
        return { status: 200, json: rejected };
      },
    },
    {
      method: 'GET',
      path: '/drivers/review',
      scope: 'read',
      summary: 'List captures that differ from their baseline and are not reviewed, oldest first: limit.',
      handle: ({ query }) => {
        const found = captures.toReview();
        const items = found.slice(0, limitIn(query, LISTED, LISTED_MOST));
        return { status: 200, json: { items, total: items.length, total_matching: found.length } };
      },
    },
    {
      method: 'POST',
      path: '/drivers/review/approve',
      scope: 'admin',
      body: 'application/json',
      summary: 'Make each of some captures the baseline of its page: captures (ids), note.',
      handle: async ({ body, source }) => {
        const { ids, note } = approvalsRequest(body);
        return { status: 200, json: await captures.approveAll(ids, source, note, store.clock.now()) };
      },
    },
    {
      method: 'GET',
      path: '/drivers/baselines',
      scope: 'read',
      summary: 'Baselines and their approvers: service.',
      handle: ({ query }) => {
        const items = captures.baselines(query.get('service') ?? '');
        return { status: 200, json: { items, total: items.length } };
      },
    },
  ];
}

/** Headers of a picture that a browser opens as a document: it runs no scripts. */
const ALONE = { 'Content-Security-Policy': "default-src 'none'; sandbox", 'Content-Disposition': 'inline' };

type Found = Capture & Pick<StoredCapture, 'files'>;

/** @throws HttpProblem 404 */
function find(captures: CaptureStore, id: string | undefined): Found {
  const found = captures.find(id ?? '');
  if (found === undefined) throw new HttpProblem(404, 'Capture not found');
  return found;
}

function shown({ files: _, ...capture }: Found): Capture {
  return capture;
}

async function bytesOf(captures: CaptureStore, hash: string | null): Promise<Buffer> {
  const bytes = hash === null ? undefined : await captures.files.read(hash).catch(() => undefined);
  if (bytes === undefined) throw new HttpProblem(404, 'The file of this capture is missing');
  return bytes;
}

async function compared(drivers: Drivers, before: Found, after: Found): Promise<DomDiff> {
  if (before.files.dom === null || after.files.dom === null) {
    throw new HttpProblem(409, 'Only captures with a tree can be compared');
  }
  const outcome = await drivers.run({
    kind: 'compare',
    folder: drivers.captures.folder,
    before: before.files.dom,
    after: after.files.dom,
    httpStatus: after.http_status,
  });
  if ('result' in outcome) return outcome.result;
  throw new HttpProblem(503, outcome.failure.message);
}

/** @throws HttpProblem 404 without such a capture, 409 if it cannot be approved or rejected */
async function reviewed<T>(change: Promise<T | undefined>): Promise<T> {
  let result: T | undefined;
  try {
    result = await change;
  } catch (error) {
    if (error instanceof NotReviewable) throw new HttpProblem(409, error.message);
    throw error;
  }
  if (result === undefined) throw new HttpProblem(404, 'Capture not found');
  return result;
}
