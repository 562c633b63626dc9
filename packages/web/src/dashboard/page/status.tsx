import type { StatusModel, StatusService } from '@analyzer/contracts/pages/status';
import type { JSX } from 'preact';
import { STATE_WORDS, statusHeadline } from '../model/status-words.ts';
import { moment } from '../model/words.ts';
import { AvailabilityList } from './availability.tsx';
import { DayBars } from './day-bars.tsx';

/** The status page: chosen services with their states, nothing of their events. */
export function Status({ model }: { model: StatusModel }): JSX.Element {
  const { title, now, services } = model;
  const { words, tone } = statusHeadline(model);
  return (
    <main class="status">
      <header class="top">
        <p>{title}</p>
        <h1 class={tone}>{words}</h1>
        <p class="state">As of {moment(now)} UTC. This page is loaded again each minute.</p>
      </header>
      <ul class="services-shown">
        {services.map((one) => (
          <Service key={one.service} {...one} />
        ))}
      </ul>
    </main>
  );
}

function Service({ service, state, since, history }: StatusService): JSX.Element {
  return (
    <li class={state}>
      <h2 class="status-name">{service}</h2>
      <p>
        <strong>{STATE_WORDS[state]}</strong>{' '}
        {since === null ? null : <span class="since">since {moment(since)} UTC</span>}
      </p>
      {history === null ? null : (
        <div class="past">
          <AvailabilityList windows={history.availability} />
          <DayBars days={history.days} label={service} />
        </div>
      )}
    </li>
  );
}
