/** Flat traces have every field that the execution API specification wants of them, where the value is nothing too. */
import { beforeAll, expect, it as test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';

type Frame = { type: string; action: { callType?: string }; result?: object | null; error?: string };

const [SENDER] = [...TEST_ACCOUNTS.keys()] as [Address];
const at = (digits: string) => `0x${digits.repeat(20)}` as Address;
const [CALLER, STOPS, REVERTS, HALTS, DELEGATES] = [at('ca'), at('a1'), at('a2'), at('a3'), at('a4')];
/** Reverts with the byte 0x2a. */
const REVERT = '602a5f5360015ffd';
const staticcall = (to: Address) => `5f5f5f5f73${to.slice(2)}5afa50`;
/** Creates without and with code to run: what returns nothing, and what reverts. */
const CREATES = `5f5f5ff05067${REVERT}5f52600860185ff050`;
const CODES: readonly (readonly [Address, Hex])[] = [
  [
    CALLER,
    `0x${[STOPS, REVERTS, DELEGATES].map(staticcall).join('')}${CREATES}5f5f5f5f5f73${HALTS.slice(2)}61fffff150`,
  ],
  [STOPS, '0x00'],
  [REVERTS, `0x${REVERT}`],
  [HALTS, '0xfe'],
  [DELEGATES, `0x5f5f5f5f73${STOPS.slice(2)}5af400`],
];

let call: <T>(method: string, ...params: unknown[]) => Promise<T>;
let hash: Hash;
beforeAll(async () => {
  const chain = await createEmptyChain(7357, [SENDER], () => 1_900_000_000);
  const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'test'));
  call = (method, ...params) => door.request(method, params) as Promise<never>;
  for (const [address, code] of CODES) await call('anvil_setCode', address, code);
  hash = await call<Hash>('eth_sendTransaction', { from: SENDER, to: CALLER, gas: '0x4c4b40' });
});

const gasUsed = expect.stringMatching(/^0x/);
const action = (callType: string) => ({ callType, value: '0x0' });

test('of Parity', async () => {
  const [first] = await call<Frame[]>('trace_block', 'latest');
  const traces = await call<Frame[]>('trace_transaction', hash);
  expect(traces[0]).toEqual(first);
  expect(traces).toMatchObject([
    { action: action('call'), result: { gasUsed, output: '0x' } },
    { action: action('staticcall'), result: { gasUsed, output: '0x' } },
    { action: action('staticcall'), error: 'Reverted', result: { gasUsed, output: '0x2a' } },
    { action: action('staticcall'), result: { gasUsed, output: '0x' } },
    { action: action('delegatecall'), result: { gasUsed, output: '0x' } },
    { type: 'create', action: { value: '0x0' }, result: { gasUsed, code: '0x' } },
    { type: 'create', action: { value: '0x0' }, error: 'Reverted' },
    { action: action('call'), error: 'Bad instruction', result: null },
  ]);
  // There is no contract, so there is neither an address nor code of one.
  expect(traces[6]?.result).toEqual({ gasUsed, output: '0x2a' });
});

test('of go-ethereum', async () => {
  const frames = await call<Frame[]>('debug_traceTransaction', hash, { tracer: 'flatCallTracer' });
  expect(frames).toMatchObject([
    { action: action('call'), result: { gasUsed, output: '0x' } },
    { action: action('staticcall'), result: { gasUsed, output: '0x' } },
    { action: action('staticcall'), error: 'execution reverted', result: { gasUsed, output: '0x2a' } },
    { action: action('staticcall'), result: { gasUsed, output: '0x' } },
    { action: action('delegatecall'), result: { gasUsed, output: '0x' } },
    { type: 'create', result: { gasUsed, code: '0x' } },
    { type: 'create', error: 'execution reverted', result: { gasUsed, code: '0x2a' } },
    { action: action('call'), error: 'invalid opcode: INVALID' },
  ]);
  expect(frames[7]).not.toHaveProperty('result');
});
