/** The fees of a fork of a real node, right after it was made and once it has blocks of its own. */
import { afterAll, beforeAll, expect, it as test } from 'vitest';
import type { Hex } from '../../../src/core/chain/primitives';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { forkChain } from '../../../tools/rpc/fork';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { sendMined } from '../../helpers/mined';
import { type Served, serve } from './served';

const [ALICE, BOB] = ANVIL_ACCOUNTS;
const GWEI = 1_000_000_000;
const hex = (value: number): Hex => `0x${value.toString(16)}`;
/** Blocks of the parent before the fork, one transaction each, with the tip of each in gwei. */
const TIPS = [1, 2, 3, 4, 5];

type FeeHistory = Readonly<Record<'oldestBlock' | 'baseFeePerGas' | 'gasUsedRatio' | 'reward', unknown[]>>;

let anvil: Anvil;
let fork: Served;

beforeAll(async () => {
  anvil = await startAnvil();
  for (const tip of TIPS)
    await sendMined(anvil, {
      from: ALICE,
      to: BOB,
      maxPriorityFeePerGas: hex(tip * GWEI),
      maxFeePerGas: hex(50 * GWEI),
    });
  const made = await forkChain(
    anvil.url,
    TIPS.length,
    () => 7_357,
    () => 1_900_000_000,
  );
  fork = await serve(new VirtualNode(made.chain, TEST_ACCOUNTS, made.parent, 'anvil/loupe'));
}, 60_000);
afterAll(async () => {
  await fork?.server.close();
  await anvil?.stop();
});

const history = (
  at: { call: (method: string, ...params: unknown[]) => Promise<unknown> },
  count: number,
  newest: string,
) => at.call('eth_feeHistory', hex(count), newest, [50]) as Promise<FeeHistory>;
const ofAnvil = (count: number, newest: string) => anvil.call<FeeHistory>('eth_feeHistory', [hex(count), newest, [50]]);

test('right after the fork, the history is that of the parent up to its block', async () => {
  const own = await history(fork, 3, 'latest');
  expect(own.reward).toEqual([3, 4, 5].map((tip) => [hex(tip * GWEI)]));
  expect(own).toMatchObject(await ofAnvil(3, hex(TIPS.length)));
});

test('a price that was set for the next block of the fork is its next base fee', async () => {
  await fork.call('anvil_setNextBlockBaseFeePerGas', hex(7 * GWEI));
  const own = await history(fork, 2, 'latest');
  const parents = await ofAnvil(2, hex(TIPS.length));
  expect(own.baseFeePerGas).toEqual([...parents.baseFeePerGas.slice(0, 2), hex(7 * GWEI)]);
});

test('blocks of the fork follow those of the parent, whose tips stay', async () => {
  await fork.call('eth_sendTransaction', {
    from: ALICE,
    to: BOB,
    maxPriorityFeePerGas: hex(9 * GWEI),
    maxFeePerGas: hex(50 * GWEI),
  });
  const own = await history(fork, 4, 'latest');
  expect(own.oldestBlock).toBe('0x3');
  expect(own.reward).toEqual([3, 4, 5, 9].map((tip) => [hex(tip * GWEI)]));
  const parents = await ofAnvil(3, hex(TIPS.length));
  expect(own.baseFeePerGas.slice(0, 4)).toEqual([...parents.baseFeePerGas.slice(0, 3), hex(7 * GWEI)]);
  expect(own.gasUsedRatio.slice(0, 3)).toEqual(parents.gasUsedRatio);
  // What is asked of before the fork is the parent's alone, with its own next block.
  expect(await history(fork, 2, '0x3')).toMatchObject(await ofAnvil(2, '0x3'));
});

test('more blocks than there are begin with the first', async () => {
  const own = await history(fork, 100, 'latest');
  expect(own.oldestBlock).toBe('0x0');
  expect(own.gasUsedRatio).toHaveLength(TIPS.length + 2);
  expect(own.baseFeePerGas).toHaveLength(TIPS.length + 3);
});
