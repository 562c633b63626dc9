import { visibleControls } from '@analyzer/contracts/controls';
import type { PageState, View } from '@analyzer/contracts/pages/dashboard';
import { useEffect, useRef, useState } from 'preact/hooks';
import { newsBetween } from '../model/news.ts';
import { recall, remember } from './memory.ts';

const KEY = 'dashboard-notify';
/** A larger number of notifications is summarized in one. */
const MOST = 3;

/**
 * Browser notifications of failures, recoveries and late services while the page is open.
 *
 * @returns whether they are on, and `toggle`, unless the browser has no notifications
 */
export function useNotifications(
  state: PageState,
  go: (view: Partial<View>) => void,
): { notifying: boolean; toggle: (() => void) | undefined } {
  const able = 'Notification' in window;
  const [notifying, setNotifying] = useState(able && recall(KEY) === true && Notification.permission === 'granted');
  const before = useRef(state);
  useEffect(() => {
    const news = newsBetween(before.current, state);
    before.current = state;
    if (!notifying) return;
    for (const { title, body, tag, incident, service } of news.slice(0, MOST)) {
      const notification = new Notification(visibleControls(title), { body: visibleControls(body), tag });
      notification.onclick = () => {
        window.focus();
        go({ service, incident });
      };
    }
    if (news.length > MOST) new Notification(`and ${news.length - MOST} more`, { tag: 'more' });
  }, [state]);
  const change = async (): Promise<void> => {
    const wanted = !notifying && (await Notification.requestPermission()) === 'granted';
    setNotifying(wanted);
    remember(KEY, wanted);
  };
  return { notifying, toggle: able ? () => void change() : undefined };
}
