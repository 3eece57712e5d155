import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Fork } from '../../src/core/evm/rules/forks';
import { compare } from '../../tools/fuzz/compare';
import { runOurs } from '../../tools/fuzz/ours';
import { addressOf, randomScene, type Scene } from '../../tools/fuzz/programs';
import { Random } from '../../tools/fuzz/random';
import { runStock } from '../../tools/fuzz/stock';

// More of them run with `npm run test:long`: fuzz-evm-many.test.ts.
test('random programs run alike on our machine and on the stock one', async () => {
  for (let seed = 1_000_000; seed < 1_000_040; seed++) {
    const { difference } = await compare(randomScene(new Random(seed)));
    expect(difference, `seed ${seed}`).toBeUndefined();
  }
});

test('both machines see the same steps, and each sees them', async () => {
  // 5 + 6, stored at slot 1, returned
  const code = Uint8Array.from(Buffer.from('60056006018060015560005260206000f3', 'hex'));
  const contract = { address: addressOf(0), code, balance: 0n, storage: [] };
  const scene: Scene = { fork: Fork.prague, contracts: [contract], warm: [], gas: 100_000, data: new Uint8Array(0) };
  const ours = runOurs(scene);
  const stock = await runStock(scene);
  expect(ours.steps.length).toBe(11);
  expect(stock.steps).toEqual(ours.steps);
  expect(ours.output).toBe('0b'.padStart(64, '0'));
  expect(await stock.slot('c0'.repeat(20), '1'.padStart(64, '0'))).toBe('b');
});

test('the command does not pass where it is told no number of programs', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tools/fuzz/evm.ts', '--programs', 'many'],
    { encoding: 'utf8' },
  );
  expect([status, stderr.trim()]).toEqual([2, '--programs takes a number from 1 on, not "many".']);
});
