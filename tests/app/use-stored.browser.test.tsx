/** Queries that are followed, against IndexedDB itself. */
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useStored } from '../../src/app/use-stored';
import { closeDatabase } from '../../src/db/database';
import { readPreference, savePreference } from '../../src/db/preferences';
import { eventually } from '../helpers/eventually';

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

function Watches() {
  const watches = useStored(() => readPreference('watches'), []);
  return <p>{watches?.join(' ') ?? '…'}</p>;
}

const shown = (text: string) => eventually(() => expect(place.textContent).toBe(text));

test('a query that is the first to need the database is followed all the same', async () => {
  await savePreference('watches', ['a']);
  closeDatabase();
  root.render(<Watches />);
  await shown('a');
  await savePreference('watches', ['a', 'b']);
  await shown('a b');
});
