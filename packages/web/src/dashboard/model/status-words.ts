import type { ServiceRow } from '@analyzer/contracts/pages/dashboard';
import type { StatusModel } from '@analyzer/contracts/pages/status';
import type { Headline } from './headline.ts';

export const STATE_WORDS: Readonly<Record<ServiceRow['state'], string>> = {
  failing: 'Failing',
  late: 'Late',
  quiet: 'No recent data',
  passing: 'Working',
  unknown: 'No data yet',
};

const TONES: Readonly<Record<ServiceRow['state'], Headline['tone']>> = {
  failing: 'bad',
  late: 'late',
  quiet: 'quiet',
  passing: 'good',
  unknown: 'quiet',
};

/** The headline of the status page: that all services work only if all have reported it. */
export function statusHeadline({ services }: Pick<StatusModel, 'services'>): Pick<Headline, 'words' | 'tone'> {
  const [first] = services;
  if (first === undefined) return { words: 'No service has reported yet', tone: 'quiet' };
  // The most urgent state is first.
  const tone = TONES[first.state];
  const count = (state: ServiceRow['state']): number => services.filter((one) => one.state === state).length;
  if (count('passing') === services.length) {
    return { words: services.length === 1 ? 'The service works' : `All ${services.length} services work`, tone };
  }
  const words = (['failing', 'late', 'quiet', 'unknown', 'passing'] as const).flatMap((state) =>
    count(state) === 0 ? [] : [`${count(state)} ${STATE_WORDS[state].toLowerCase()}`],
  );
  return { words: words.join(' · '), tone };
}
