/** What modules of the page remember, and for how long. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beginVisit, ofVisit } from '../../src/app/visit';

test('a value is made once in a visit, and anew in the next', () => {
  let made = 0;
  const value = ofVisit(() => ({ number: ++made }));
  expect(value()).toBe(value());
  expect(value()).toEqual({ number: 1 });
  beginVisit();
  expect(value()).toEqual({ number: 2 });
});

/** Numbers that are only counted up may go on: nobody reads which one it is. */
const REMEMBERS = /^(?:export )?(?:let (?!\w+ = 0;)|const [a-z]\w* = new (?:Map|Set|RecentMap)\b).*/gm;

test('no module of the page remembers anything but what belongs to the visit', () => {
  const found = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(`src/app/${file}`, 'utf8').matchAll(REMEMBERS)].map(([line]) => `${file}: ${line}`),
    );
  expect(found).toEqual([]);
});
