import { render } from 'preact';
import '../../look/look.css';
import './dashboard.css';
import { App } from './app.tsx';
import { showBidi } from './visible-text.ts';

showBidi();

const place = document.getElementById('page');

if (place !== null) {
  place.textContent = '';
  render(<App />, place);
}
