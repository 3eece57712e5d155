/** Queries that are followed, against IndexedDB itself. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { useStored } from '../../src/app/use-stored';
import { closeDatabase } from '../../src/db/database';
import { readPreference, savePreference } from '../../src/db/reader/preferences';
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

/** Renders for no reason once its query was asked, and lists what its effect sees. */
function Effect({ seen }: { seen: string[] }) {
  const [, change] = useState(0);
  const watches = useStored(async () => {
    const read = await readPreference('watches');
    // Changes nothing: React renders the component all the same where an answer is pending, and drops what it rendered.
    inEveryTask(() => flushSync(() => change((same) => same)));
    return read;
  }, []);
  const text = watches?.join(' ');
  useEffect(() => {
    if (text !== undefined) seen.push(text);
  }, [seen, text]);
  return <p>{text}</p>;
}

test('an effect sees each answer, also when the component renders while the answer waits for its turn', async () => {
  await savePreference('watches', ['a']);
  const seen: string[] = [];
  const mounted = mount(<Effect seen={seen} />);
  unmount = mounted.unmount;
  const shown = (text: string) => eventually(() => expect(mounted.element.textContent).toBe(text));
  await shown('a');
  await savePreference('watches', ['a', 'b']);
  await shown('a b');
  expect(seen).toEqual(['a', 'a b']);
});

/** Runs `work` in a thousand tasks, one of which comes between an answer and what React does with it. */
function inEveryTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  let tasks = 0;
  port1.onmessage = () => {
    work();
    tasks++;
    if (tasks < 1_000) port2.postMessage(undefined);
    else port1.close();
  };
  port2.postMessage(undefined);
}
