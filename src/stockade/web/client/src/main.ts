import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) {
  target.replaceChildren(); // remove what the page shows until the script has loaded
  mount(App, { target });
}
