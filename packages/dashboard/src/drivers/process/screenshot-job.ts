import { CaptureFiles } from '../../captures/capture-files.ts';
import { type Connect, directConnect } from '../../egress/connect.ts';
import { type Answer, ExchangeLimit, exchange } from '../../egress/exchange.ts';
import { Origins } from '../../egress/origins.ts';
import { dnsResolve, hostsResolve, type Resolve, systemResolve } from '../../egress/resolve.ts';
import { connectable, isLocal, type Target, Targets } from '../../egress/targets.ts';
import { PIXELS, pictureOf } from '../image.ts';
import { type ImageFile, JobFailed, type ScreenshotJob, type ScreenshotResult } from '../jobs.ts';
import { endpointOf, reachable } from './remote.ts';

const UPSTREAM_MS = 30_000;
const PICTURE_BYTES = 16 * 1024 * 1024;

/**
 * Takes a screenshot with a remote browser, through the interface of both major versions of the container
 * `browserless/chrome`. The URL of the remote browser is trusted; the page is not.
 *
 * @throws JobFailed `unavailable` if it does not answer; Refused
 */
export async function screenshot(
  job: ScreenshotJob,
  resolve: Resolve = systemResolve(),
  open: Connect = directConnect,
): Promise<ScreenshotResult> {
  const upstream = await reachable(endpointOf(job.upstream, 'screenshot', job.token), resolve, open);
  const targets = new Targets(new Origins(job.origins), dnsResolve(), hostsResolve());
  await targets.find(job.url);
  const answer = await ask(upstream, job, open);
  if (answer.status !== 200) return { status: answer.status, image: null, finalUrl: '', httpStatus: null };
  const finalUrl = await checkedFinalUrl(answer, targets);
  const image = await keep(answer.body, new CaptureFiles(job.folder));
  return { status: 200, image, finalUrl: finalUrl ?? job.url, httpStatus: statusIn(answer) };
}

async function ask(upstream: Target, { url, fullPage }: ScreenshotJob, open: Connect): Promise<Answer> {
  try {
    return await exchange(
      upstream,
      {
        method: 'POST',
        // Version 2 answers with the accepted type, and 404 to a body of any other type.
        headers: { 'Content-Type': 'application/json', Accept: 'image/png' },
        body: JSON.stringify({ url, options: { fullPage, type: 'png' } }),
        timeoutMs: UPSTREAM_MS,
        bytes: PICTURE_BYTES,
      },
      open,
    );
  } catch (error) {
    // The answer may quote the page, so only the failure is reported.
    if (error instanceof ExchangeLimit) throw new JobFailed('failed', `The remote browser: ${error.message}`);
    throw new JobFailed('unavailable', 'The remote browser closed the connection');
  }
}

/**
 * The remote browser resolves names itself and follows redirects, so the final URL that it reports is checked too.
 *
 * @throws Refused
 */
async function checkedFinalUrl({ headers }: Answer, targets: Targets): Promise<string | undefined> {
  const url = headers['x-response-url'];
  const address = headers['x-response-ip'];
  const found = typeof url === 'string' && url !== '' ? await targets.find(url) : undefined;
  if (typeof address === 'string' && address !== '') {
    const plain = address.replace(/^\[(.*)\]$/, '$1');
    connectable(found?.url.hostname ?? 'the page', [plain], isLocal(found?.url.hostname ?? ''));
  }
  return found?.url.href;
}

function statusIn({ headers }: Answer): number | null {
  const status = Number(headers['x-response-code'] ?? '');
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : null;
}

/** @throws JobFailed unless it is a picture of at most `PIXELS`; the declared type is ignored */
async function keep(bytes: Buffer, files: CaptureFiles): Promise<ImageFile> {
  const picture = pictureOf(bytes);
  if (picture === undefined) throw new JobFailed('failed', 'The answer of the remote browser is not a picture');
  if (picture.width * picture.height > PIXELS) {
    throw new JobFailed('failed', `The picture has more than ${PIXELS / 1e6} million pixels`);
  }
  return { hash: await files.add(bytes), bytes: bytes.length, ...picture };
}
