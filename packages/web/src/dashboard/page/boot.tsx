import { render } from 'preact';
import '../../style/style.css';
import './dashboard.css';
import { showBidi } from '../../style/visible-text.ts';
import { App } from './app.tsx';

showBidi();

const element = document.getElementById('page');

if (element !== null) {
  element.textContent = '';
  render(<App />, element);
}
