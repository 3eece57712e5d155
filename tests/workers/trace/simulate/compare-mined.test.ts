/** A simulation held against the transaction that was mined of it, on a chain of its own. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import { emptyDraft, emptyStep, type StepDraft } from '../../../../src/core/simulation/draft';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
// Adds one to slot 0, logs the sum and returns it.
const COUNTER: Hex = '0x60015f5401805f555f5260205fa060205ff3';

let node: TestNode;
let counter: Address;

beforeAll(async () => {
  node = await startNode();
  const size = (COUNTER.length - 2) / 2;
  const data = `0x60${size.toString(16).padStart(2, '0')}8060095f395ff3${COUNTER.slice(2)}` as Hex;
  counter = (await sendMined(node, { from: BOB, data })).contractAddress;
  await sendMined(node, { from: BOB, to: counter });
});
afterAll(() => node?.stop());
afterEach(forgetAll);

/** Answers how the simulation of a step by Alice is compared with a hash, or with what she sent. */
async function simulated(step: Partial<StepDraft>) {
  const { engine } = await startEngine([node.url]);
  const ran = await engine.trace.runSimulation(
    newJob(),
    emptyDraft(String(ANVIL_NETWORK), [emptyStep({ from: ALICE, ...step })]),
  );
  if (!ran.ok) throw new Error(ran.error.message);
  return async (hash?: Hash) => {
    const compared = await engine.trace.compareMined(newJob(), ran.value.id, 0, hash);
    return compared.ok ? compared.value : compared.error;
  };
}

test('mined right after, it is found by sender and nonce, and nothing differs', async () => {
  const compare = await simulated({ to: counter, gas: '100000' });
  expect(await compare()).toMatchObject({ code: 'notFound', message: expect.stringContaining('yet') });
  const mined = await sendMined(node, { from: ALICE, to: counter, gas: '0x186a0' });
  await sendMined(node, { from: BOB, to: counter });
  const compared = await compare();
  expect(compared).toMatchObject({ isBySender: true, hash: mined.transactionHash, sent: [], outcome: [], left: 0 });
  const reads = 'reads' in compared ? compared.reads : [];
  expect(reads.filter(({ what }) => what === 'slot')).toEqual([]);
});

test('what somebody else changed in between is the first read that differs', async () => {
  const compare = await simulated({ to: counter, gas: '100000' });
  const before = Number(BigInt(await node.call<Hex>('eth_getStorageAt', [counter, '0x0', 'latest'])));
  await sendMined(node, { from: BOB, to: counter });
  const mined = await sendMined(node, { from: ALICE, to: counter, gas: '0x186a0', value: '0x1' });
  const compared = await compare(mined.transactionHash);
  expect(compared).toMatchObject({
    isBySender: false,
    sent: ['The value was 0 when simulated, and 1 when mined.'],
    outcome: [
      `It returned ${word(before + 1)} when simulated, and ${word(before + 2)} when mined.`,
      'Event 1 is the first that differs.',
    ],
    reads: [
      { what: 'slot', address: counter, key: word(0), simulated: word(before), mined: word(before + 1) },
      ...('reads' in compared ? compared.reads.slice(1) : []),
    ],
  });
});

test('a hash that nobody knows is a failure in words', async () => {
  const compare = await simulated({ to: counter });
  expect(await compare(`0x${'ab'.repeat(32)}` as Hash)).toMatchObject({ code: 'notFound' });
});
