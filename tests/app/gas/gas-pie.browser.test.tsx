/** What the gas of a call went to, where several contracts have the same name. */
import { afterEach, expect, test } from 'vitest';
import { GasPie } from '../../../src/app/views/gas/GasPie';
import { computeFlame, flameIndex, flameNames, nameFrames } from '../../../src/core/gas/flame';
import { classifyRows } from '../../../src/core/trace/row-classes';
import { callTree } from '../../helpers/call-tree';
import { mount } from '../ui/mount';

let unmount = () => {};
afterEach(() => unmount());

test('contracts of the same name are a row each, and go with the call that they were called by', () => {
  const trace = callTree('Router.swap\n  PairA.swap\n  Oracle.price\n  PairB.swap\n    Token.move\n');
  trace.rows.gasUsed[0] = 100_000;
  trace.rows.gasUsed[3] = 300;
  const flame = computeFlame(trace, { initial: 21_000, executed: 79_000 });
  if (flame === undefined) throw new Error('no flame graph');
  const classes = classifyRows(trace);
  const named = flameNames(classes, ({ selector }) => `Pair.${trace.selectors[selector] ?? ''}`);
  const names = { names: named, ofFrame: nameFrames(flame, classes) };
  const pie = (frame: number) => <GasPie flame={flame} names={names} frame={flameIndex(frame)} onSelect={() => {}} />;
  const page = mount(pie(0));
  unmount = page.unmount;
  const rows = () => [...page.element.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  const paths = () => page.element.querySelectorAll('path').length;
  const whole = rows();
  expect(whole).toHaveLength(5);
  const pair = flame.row.indexOf(3);
  page.draw(pie(pair));
  expect(rows()).toHaveLength(2);
  expect(paths()).toBe(2);
  page.draw(pie(0));
  expect(rows()).toEqual(whole);
  expect(paths()).toBe(5);
});
