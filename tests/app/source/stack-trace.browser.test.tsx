/** Where a failed transaction failed, line by line, the error first. */
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { StackTrace } from '../../../src/app/views/source/StackTrace';
import type { Address } from '../../../src/core/chain/primitives';
import { rowIndex } from '../../../src/core/trace/rows';
import { failure } from '../../../src/core/values/failure';
import type { SourceTraceSummary, StackLine } from '../../../src/workers/trace/source-trace.api';
import { type MountedAt, mountAt } from '../ui/mount-at';

const address = `0x${'1a'.repeat(20)}` as Address;

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

/** A line of the function at line `line` of its file. */
const line = (name: string, line: number, change: Partial<StackLine> = {}): StackLine => ({
  kind: 'call',
  row: rowIndex(0),
  step: -1,
  contract: 'Pair',
  function: name,
  place: { address, file: 'src/pairs/Pair.sol', line, endLine: line },
  sentence: '',
  ...change,
});

/** `stack` as the worker tells it, the outermost line first. */
function show(stack: readonly StackLine[], contracts: SourceTraceSummary['contracts'] = []): void {
  const hash = `0x${'5a'.repeat(32)}`;
  const texts: string[] = [];
  const sourceText = async (_: unknown, __: unknown, file: string) => {
    texts.push(file);
    return 'contract Pair {}\n'.repeat(50);
  };
  page = mountAt(
    { path: `/tx/${hash}`, pattern: '/tx/$hash/{-$tab}', answers: { contracts: { sourceText } } },
    <StackTrace summary={{ stack, logs: [], contracts, rowCount: 0 }} />,
  );
}

const text = () => page?.element.textContent ?? '';
const entries = () =>
  [...(page?.element.querySelectorAll<HTMLElement>('ol button[aria-pressed]') ?? [])].map(
    ({ textContent }) => textContent,
  );
const entry = (name: string) =>
  [...(page?.element.querySelectorAll<HTMLElement>('ol button') ?? [])].find(({ textContent }) =>
    textContent?.includes(name),
  ) as HTMLElement;

test('the error comes first, with its sentence, and the entry of the transaction last', async () => {
  show([
    line('execute', 12, { contract: 'Router' }),
    line('swap', 90),
    line('check', 40, { role: 'modifier', sentence: 'InsufficientLiquidity(980, 1240)', step: 77 }),
  ]);
  await expect
    .poll(entries)
    .toEqual([
      'Pair.checkmodifierPair.sol:40InsufficientLiquidity(980, 1240)',
      'Pair.swapPair.sol:90',
      'Router.executePair.sol:12',
    ]);
  const debug = [...(page?.element.querySelectorAll('a') ?? [])].find(({ textContent }) => textContent === 'Debug');
  expect(debug?.getAttribute('href')).toContain('/debugger?step=77');
});

test('the place of the chosen line is shown', async () => {
  show([line('swap', 90), line('check', 40)]);
  const link = () => page?.element.querySelector('a.mono')?.textContent;
  await expect.poll(link).toBe('src/pairs/Pair.sol:40');
  await userEvent.click(entry('swap'));
  await expect.poll(link).toBe('src/pairs/Pair.sol:90');
  expect(entry('swap').getAttribute('aria-pressed')).toBe('true');
});

test('of a long stack the first and the last two lines stand, and the others on demand', async () => {
  show(Array.from({ length: 8 }, (_, at) => line(`f${7 - at}`, at + 1)));
  await expect
    .poll(() => entries().map((each) => each?.slice(0, 7)))
    .toEqual(['Pair.f0', 'Pair.f1', 'Pair.f6', 'Pair.f7']);
  await userEvent.click(entry('Show 4 more'));
  await expect.poll(() => entries()).toHaveLength(8);
});

test('where nobody has the source, it says so, and why where somebody has it', async () => {
  const unreadable = failure('badAnswer', 'The compiler made other code.');
  show(
    [line('', 1, { contract: '', place: undefined, sentence: 'execution reverted' })],
    [{ address, name: undefined, failure: unreadable, limitation: '' }],
  );
  await expect.poll(entries).toEqual(['Unknown contractexecution reverted']);
  expect(text()).toContain('No source for this contract');
  expect(text()).toContain(`${address}: The compiler made other code.`);
});
