import { expect, test } from 'vitest';
import { type Ahead, isAhead, openAhead } from '../../../../src/workers/trace/open/begin-early';

const hash = `0x${'Ab'.repeat(32)}`;
const CONFIG = JSON.stringify({ networks: [{ id: 31337, name: 'Demo', route: 'demo' }], defaultNetwork: 31337 });

/** What the engine is asked for. */
function askedBy(message: Ahead): unknown[] {
  const asked: unknown[] = [];
  const note =
    (name: string) =>
    async (...given: unknown[]) =>
      void asked.push([name, ...given]);
  const engine = { chain: { configure: note('configure') }, trace: { beginOpening: note('open') } };
  openAhead(engine, message);
  return asked;
}

test('the transaction at the address is begun, with the configuration it needs', () => {
  for (const address of [`/31337/tx/${hash}`, `/demo/tx/${hash}/events`, `/tx/${hash}`]) {
    expect(askedBy({ address, config: CONFIG })).toEqual([
      ['configure', expect.objectContaining({ defaultNetwork: 31337 })],
      ['open', { networkId: 31337, hash: hash.toLowerCase() }, { wantsSteps: false }],
    ]);
  }
});

test('the debugger’s address says that steps are wanted', () => {
  for (const address of [`/31337/tx/${hash}/debugger`, `/demo/tx/${hash}/debugger/`, `/tx/${hash}/debugger`])
    expect(askedBy({ address, config: CONFIG }).at(-1)).toEqual(['open', expect.anything(), { wantsSteps: true }]);
});

test('nothing is begun at other pages, for networks that the configuration does not know, or without a configuration', () => {
  for (const address of ['/31337/block/7', '/', `/31337/tx/${hash.slice(0, 65)}`, `/mainnet/tx/${hash}`])
    expect(askedBy({ address, config: CONFIG })).toEqual([]);
  for (const config of ['', '<!doctype html>', '[]', '{"networks": 7}'])
    expect(askedBy({ address: `/tx/${hash}`, config })).toEqual([]);
});

test('a call of the page is no such message', () => {
  expect(isAhead({ address: '/', config: '{}' })).toBe(true);
  for (const message of [undefined, null, 'config', { id: '1', type: 'APPLY', path: ['chain', 'configure'] }])
    expect(isAhead(message)).toBe(false);
});
