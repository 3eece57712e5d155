/** Queries that are followed, against IndexedDB itself. */
import { afterEach, expect, test } from 'vitest';
import { useStored } from '../../src/app/use-stored';
import { closeDatabase } from '../../src/db/database';
import { readPreference, savePreference } from '../../src/db/preferences';
import { eventually } from '../helpers/eventually';
import { mount } from './ui/mount';

let unmount = () => {};
afterEach(() => unmount());

function Watches() {
  const watches = useStored(() => readPreference('watches'), []);
  return <p>{watches?.join(' ') ?? '…'}</p>;
}

test('a query that is the first to need the database is followed all the same', async () => {
  await savePreference('watches', ['a']);
  closeDatabase();
  const mounted = mount(<Watches />);
  unmount = mounted.unmount;
  const shown = (text: string) => eventually(() => expect(mounted.element.textContent).toBe(text));
  await shown('a');
  await savePreference('watches', ['a', 'b']);
  await shown('a b');
});
