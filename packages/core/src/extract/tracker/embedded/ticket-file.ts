import { hash } from 'node:crypto';
import type { TicketDraft } from '../port.ts';

/** With a key and a title, or with an id as older versions named it. */
const FILE = /^(?:(?<id>AN-[0-9a-f]{12})|(?<key>[a-z-]+?-[0-9a-f]{20}(?:-r[0-9]+)?)(?:--.*)?)\.md$/;
const MAX_TITLE_LENGTH = 60;

/** The id of the ticket of a task. */
export function embeddedId(key: string): string {
  return `AN-${hash('sha256', key).slice(0, 12)}`;
}

/** Such as `design-0f8bb7a2e5b5d3ea8c40--design-round-in-money.md`. A person may rename what is after the key. */
export function ticketFileName({ key, title }: Pick<TicketDraft, 'key' | 'title'>): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, MAX_TITLE_LENGTH).replace(/-$/, '');
  return name === '' ? `${key}.md` : `${key}--${name}.md`;
}

/** The id of the ticket in a file with this name; undefined if it is not a ticket. */
export function idOfFile(name: string): string | undefined {
  const { id, key } = FILE.exec(name)?.groups ?? {};
  return id ?? (key === undefined ? undefined : embeddedId(key));
}
