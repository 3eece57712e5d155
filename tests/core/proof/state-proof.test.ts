import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { compareWithProof, type ReadAccount } from '../../../src/core/proof/state-proof';
import { fetchProof } from '../../../src/net/proof-reader';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { sendMined } from '../../helpers/mined';
import { rpcOf } from '../../helpers/rpc';

/** Init code that stores 0x1234 at slot 0 and 7 at slot 5, and returns one byte of code (STOP). */
const STORING = '0x611234600055600760055560016000f3' as Hex;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hash;

let anvil: Anvil;
let stateRoot: Hash;
let read: ReadAccount;
beforeAll(async () => {
  anvil = await startAnvil();
  const [from] = ANVIL_ACCOUNTS;
  const receipt = await sendMined(anvil, { from, data: STORING, gas: '0x186a0' });
  stateRoot = (await anvil.call<{ stateRoot: Hash }>('eth_getBlockByNumber', ['0x1', false])).stateRoot;
  const slots = new Map([
    [word(0), word(0x1234)],
    [word(5), word(7)],
    [word(6), word(0)],
  ]);
  read = { address: receipt.contractAddress, balance: 0n, nonce: 1, code: '0x00', slots };
});
afterAll(() => anvil.stop());

async function comparisonOf(changes: Partial<ReadAccount>, asked: ReadAccount = read) {
  const proof = await fetchProof(rpcOf([anvil.url]), asked.address, [...asked.slots.keys()], 1);
  if (!proof.ok) throw new Error(proof.error.message);
  return compareWithProof(stateRoot, { ...asked, ...changes }, proof.value);
}

test('nothing contradicts what was read truly, nor an account that does not exist', async () => {
  expect(await comparisonOf({})).toBe('equal');
  const nobody: ReadAccount = {
    address: `0x${'5e'.repeat(20)}` as Address,
    balance: 0n,
    nonce: 0,
    code: '0x',
    slots: new Map([[word(1), word(0)]]),
  };
  expect(await comparisonOf({}, nobody)).toBe('equal');
});

test.each<[Partial<ReadAccount>, object]>([
  [{ balance: 10n ** 27n }, { part: 'balance' }],
  [{ nonce: 2 }, { part: 'nonce' }],
  [{ code: '0x01' }, { part: 'code' }],
  [{ slots: new Map([[word(5), word(999)]]) }, { part: 'slot', key: word(5) }],
  [{ slots: new Map([[word(6), word(1)]]) }, { part: 'slot', key: word(6) }],
])('%o: the root commits to another value', async (changes, other) => {
  expect(await comparisonOf(changes)).toEqual({ others: [{ address: read.address, ...other }] });
});

test('all values that are others are found', async () => {
  const { address } = read;
  const slots = new Map([...read.slots, [word(0), word(1)]] as const);
  expect(await comparisonOf({ balance: 1n, slots })).toEqual({
    others: [
      { address, part: 'balance' },
      { address, part: 'slot', key: word(0) },
    ],
  });
});

test('a slot that nothing was proven of proves nothing', async () => {
  const comparison = await comparisonOf({ slots: new Map([[word(9), word(0)]]) });
  expect(comparison).toEqual({ unproven: `There is no proof of slot ${word(9)} of ${read.address}.` });
});
