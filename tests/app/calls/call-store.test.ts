import 'fake-indexeddb/auto';
import type { AbiFunction } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { type CallSurroundings, createCallStore } from '../../../src/app/views/calls/call-store';
import type { Address } from '../../../src/core/chain/primitives';
import { callableFunctions } from '../../../src/core/contract/functions/callable-functions';
import { createAbiEngine } from '../../../src/workers/abi/abi-engine';
import type { Workers } from '../../../src/workers/client';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { forgetAll, startEngine } from '../../helpers/demo-engine';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';

const [ALICE] = ANVIL_ACCOUNTS as unknown as [Address];
/** No code, which takes every call and all ether. */
const TAKER = `0x${'7a'.repeat(20)}` as Address;
const PAYABLE = { type: 'function', name: 'pay', inputs: [], outputs: [], stateMutability: 'payable' } as const;

let node: TestNode;
beforeAll(async () => {
  node = await startNode();
});
afterAll(() => node?.stop());
afterEach(forgetAll);

/** What a payable function comes to in a simulation with so much ether, sent by nobody in particular where no sender is named. */
async function simulated(wei: bigint, sender: Address | undefined, entry: AbiFunction = PAYABLE, contract = TAKER) {
  const { engine } = await startEngine([node.url]);
  const place: CallSurroundings = {
    workers: { ...engine, abi: createAbiEngine() } as unknown as Workers,
    networkId: ANVIL_NETWORK,
    currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    contract,
    abis: () => [],
    batch: () => () => {},
    block: () => 'latest',
    caller: () => sender,
    accounts: () => undefined,
    account: () => undefined,
    send: () => undefined,
  };
  const store = createCallStore(place);
  const [listed] = callableFunctions([entry]);
  if (listed === undefined) throw new Error('the function is callable');
  const call = store.call(entry.name, listed);
  call.send({ type: 'user.opened' });
  await waitFor(call, (state) => state.matches({ editing: 'ready' }));
  call.send({ type: 'user.paid', payment: { text: String(wei), unit: 'wei', wei } });
  await waitFor(call, (state) => state.matches({ editing: 'ready' }));
  call.send({ type: 'user.simulate' });
  const { context } = await waitFor(call, (state) => state.matches({ editing: 'ready' }));
  store.stop();
  return context;
}

test('a simulation with ether that its sender has not got is not likely to succeed', async () => {
  const balance = BigInt(await node.call<string>('eth_getBalance', [ALICE, 'latest']));
  expect((await simulated(1n, ALICE)).simulation).toMatchObject({ success: true, reason: '' });
  expect((await simulated(balance + 10n ** 18n, ALICE)).simulation).toMatchObject({
    success: false,
    reason: expect.stringMatching(/^The sender lacks 1\.\d+ ETH for the value and the gas\.$/),
  });
  expect((await simulated(balance + 10n ** 18n, undefined)).simulation).toMatchObject({ success: true });
});

test('a simulation says what it returns, which events it emits, and what would be run again', async () => {
  const talker = `0x${'7b'.repeat(20)}` as Address;
  // Paused(42) of OpenZeppelin's Pausable, then the word 42 is returned.
  const paused = '62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258';
  await node.call('anvil_setCode', [talker, `0x602a6000527f${paused}60206000a160206000f3`]);
  const outputs = [{ name: 'answer', type: 'uint256' }];
  const { simulation } = await simulated(0n, ALICE, { ...PAYABLE, outputs }, talker);
  expect(simulation?.returned).toMatchObject([{ name: 'answer', text: '42' }]);
  expect(simulation?.events).toMatchObject({
    count: 1,
    first: [{ text: expect.stringMatching(/^Paused\(0x0{6}…002a\)$/) }],
  });
  expect(simulation?.made).toMatchObject({ from: ALICE, to: talker, value: 0n });
});
