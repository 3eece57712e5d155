/** Choices of the reader, against IndexedDB itself. */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usePreference } from '../../src/app/use-preference';
import { readPreference, savePreference } from '../../src/db/reader/preferences';
import { eventually } from '../helpers/eventually';

let root: Root;
let place: HTMLElement;

beforeEach(async () => {
  await savePreference('watches', ['a']);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

function Watches() {
  const [watches, save] = usePreference('watches');
  return (
    <button type="button" onClick={() => void save([...(watches ?? []), 'b'])}>
      {watches?.join(' ') ?? '…'}
    </button>
  );
}

const shown = (text: string) => eventually(() => expect(place.textContent).toBe(text));

test('a choice is read, and a change shows at once and is kept', async () => {
  root.render(<Watches />);
  await shown('a');
  const button = place.querySelector('button') as HTMLElement;
  flushSync(() => button.click());
  expect(place.textContent).toBe('a b');
  await eventually(async () => expect(await readPreference('watches')).toEqual(['a', 'b']));
  expect(place.textContent).toBe('a b');
});

test('changes right after another build on it', async () => {
  root.render(<Watches />);
  await shown('a');
  const button = place.querySelector('button') as HTMLElement;
  flushSync(() => button.click());
  flushSync(() => button.click());
  await eventually(async () => expect(await readPreference('watches')).toEqual(['a', 'b', 'b']));
  await shown('a b b');
});

test('a change made elsewhere arrives, also after one made here', async () => {
  root.render(<Watches />);
  await shown('a');
  flushSync(() => (place.querySelector('button') as HTMLElement).click());
  await eventually(async () => expect(await readPreference('watches')).toEqual(['a', 'b']));
  await savePreference('watches', ['elsewhere']);
  await shown('elsewhere');
});
