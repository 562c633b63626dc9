import { render } from 'preact';
import { showBidi } from '../../style/visible-text.ts';
import { Atlas } from '../model/atlas.ts';
import { App } from './app.tsx';
import { readMain } from './blocks.ts';
import { Knowledge } from './knowledge.ts';
import '../../style/style.css';
import './frame.css';
import './parts/parts.css';
import './parts/layers.css';
import './overview/overview.css';
import './groups/groups.css';
import './group/group.css';
import './copies/copies.css';
import './relations/relations.css';
import './cycles/cycles.css';
import './history/history.css';

showBidi();

const element = document.getElementById('page');

async function open(page: HTMLElement): Promise<void> {
  const knowledge = new Knowledge(new Atlas(await readMain()));
  page.textContent = '';
  render(<App knowledge={knowledge} />, page);
  requestAnimationFrame(() => performance.mark('first-control'));
}

function explain(page: HTMLElement, error: unknown): void {
  const words = document.createElement('p');
  words.className = 'opening';
  words.textContent = `The map could not be opened. ${error instanceof Error ? error.message : String(error)}`;
  page.replaceChildren(words);
}

if (element !== null) open(element).catch((error: unknown) => explain(element, error));
