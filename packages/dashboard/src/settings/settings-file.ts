import { readFileSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import type { ChannelSettings } from '../delivery/channels.ts';
import type { Maintenance } from '../delivery/maintenance.ts';
import type { HistoryLimits } from '../history/history.ts';
import type { StatusSettings } from '../status/status-settings.ts';
import { reasonOf } from '../store/reason-of.ts';
import type { ServiceRule } from '../store/service-rules.ts';
import { channelsIn } from './channel-settings.ts';
import { JsonValue } from './json-value.ts';
import { maintenanceIn } from './maintenance-settings.ts';
import { statusIn } from './status-settings.ts';

/** The content of the file of `--settings`. */
export interface Settings {
  services: ServiceRule[];
  channels: ChannelSettings[];
  maintenance: Maintenance[];
  /** Interval of reminders in milliseconds; null for none. */
  remindMs: number | null;
  /** URL of the page for people; empty if not set. */
  link: string;
  /** What the history retains, as far as it is set. */
  history: Partial<HistoryLimits>;
  /** Undefined without a status page. */
  status: StatusSettings | undefined;
}

const KEYS = ['services', 'channels', 'maintenance', 'remind', 'link', 'history', 'status'] as const;
const MAX_REPEATS = 100;

/** @throws AnalyzerError `unreadable` or `invalid_file` with file, path of the value and remedy */
export function readSettings(file: string): Settings {
  const settings = new JsonValue(parsed(file), file).object(KEYS);
  return {
    services: settings('services')?.list().map(serviceRule) ?? [],
    channels: channelsIn(settings('channels')),
    maintenance: settings('maintenance')?.list().map(maintenanceIn) ?? [],
    remindMs: settings('remind')?.duration() ?? null,
    link: settings('link')?.url() ?? '',
    history: historyIn(settings('history')),
    status: statusIn(settings('status')),
  };
}

function parsed(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new AnalyzerError('unreadable', { path: file, reason: reasonOf(error) });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = `invalid JSON: ${reasonOf(error)}`;
    throw new AnalyzerError(
      'invalid_file',
      { path: file, problem },
      { hint: 'Fix it; see docs/operate/dashboard.md.' },
    );
  }
}

function historyIn(value: JsonValue | undefined): Partial<HistoryLimits> {
  const given = value?.object(['keep', 'max']);
  const limits: Partial<HistoryLimits> = {};
  const [keep, max] = [given?.('keep'), given?.('max')];
  if (keep !== undefined) limits.keepMs = keep.duration();
  if (max !== undefined) limits.maxBytes = max.bytes();
  return limits;
}

function serviceRule(value: JsonValue): ServiceRule {
  const given = value.object(['match', 'expect', 'open_after', 'close_after', 'owner', 'tags']);
  const match = given('match') ?? value.fail('"match" is missing', 'Add a name, or a pattern such as "shop-*".');
  const rule: ServiceRule = { match: match.string() };
  const [expect, openAfter, closeAfter, owner] = [
    given('expect'),
    given('open_after'),
    given('close_after'),
    given('owner'),
  ];
  if (expect !== undefined) rule.expectMs = expect.duration();
  if (openAfter !== undefined) rule.openAfter = openAfter.integer(1, MAX_REPEATS);
  if (closeAfter !== undefined) rule.closeAfter = closeAfter.integer(1, MAX_REPEATS);
  if (owner !== undefined) rule.owner = owner.string();
  const tags = given('tags')?.list();
  if (tags !== undefined) rule.tags = tags.map((tag) => tag.string());
  return rule;
}
