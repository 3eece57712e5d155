/** An editor beside the text that it stands for. */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useTextInStep } from '../../../src/app/views/calls/use-text-in-step';

let root: Root;
const read: { text: string; isWanted: () => boolean }[] = [];
const told: string[] = [];
let tell: (text: string) => void = () => {};

beforeEach(() => {
  root = createRoot(document.createElement('div'));
  read.length = 0;
  told.length = 0;
});
afterEach(() => root.unmount());

function Editor({ text }: { text: string }) {
  tell = useTextInStep(
    text,
    (next) => told.push(next),
    (given, isWanted) => read.push({ text: given, isWanted }),
  );
  return null;
}

const show = (text: string) => flushSync(() => root.render(<Editor text={text} />));
const texts = () => read.map((each) => each.text);

test('a text is read once, the first and each that comes from elsewhere', () => {
  show('0x01');
  show('0x01');
  show('0x02');
  expect(texts()).toEqual(['0x01', '0x02']);
  expect(read.map(({ isWanted }) => isWanted())).toEqual([false, true]);
});

test('what the editor writes is told once and never read again', () => {
  show('0x01');
  tell('0x01');
  expect(told).toEqual([]);
  tell('0x02');
  tell('0x02');
  expect(told).toEqual(['0x02']);
  expect(read.at(-1)?.isWanted()).toBe(false);
  show('0x02');
  expect(texts()).toEqual(['0x01']);
});
