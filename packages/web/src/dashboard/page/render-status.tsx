import type { StatusModel } from '@analyzer/contracts/pages/status';
import { render } from 'preact-render-to-string';
import { statusHeadline } from '../model/status-words.ts';
import { iconOf } from '../model/tab.ts';
import { documentOf } from './document.ts';
import { Status } from './status.tsx';

const RELOAD_S = 60;

/** Renders the status page as HTML, which needs no JavaScript. */
export function renderStatus(model: StatusModel): string {
  const { words, tone } = statusHeadline(model);
  return documentOf({
    title: `${words} – ${model.title}`,
    icon: iconOf(tone),
    head: `<meta http-equiv="refresh" content="${RELOAD_S}">`,
    body: render(<Status model={model} />),
  });
}
