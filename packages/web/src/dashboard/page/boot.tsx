import { render } from 'preact';
import '../../style/style.css';
import './dashboard.css';
import { App } from './app.tsx';
import { showBidi } from './visible-text.ts';

showBidi();

const element = document.getElementById('page');

if (element !== null) {
  element.textContent = '';
  render(<App />, element);
}
