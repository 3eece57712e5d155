/**
 * Runs for every file of browser tests, before and after it: the files share a page, and with it all modules. Each
 * begins with the colours and styles of the app in an empty page, and as the first page of a visit does. No test may end
 * with errors on the console.
 */
import { afterAll, afterEach, beforeAll } from 'vitest';
import '../../src/app/styles/index.css';
import { beginVisit } from '../../src/app/visit';
import { closeDatabase } from '../../src/db/database';
import { endFile, endTest } from './page-ends';
import { endErrors } from './page-errors';

const { style, dataset } = document.documentElement;

beforeAll(() => {
  beginVisit();
  // As public/first.js does before anything is painted; without a theme nothing has its colours.
  dataset.theme = 'light';
});

afterEach(async () => {
  await endTest();
  endErrors();
});

afterAll(async () => {
  await endFile();
  closeDatabase();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  style.cssText = '';
});
