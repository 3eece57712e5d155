/** Which accounts an access list names: those that code reached and that were cold. */
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { loadLibrary } from '../../../src/core/evm/precompiles/libraries';
import { Fork } from '../../../src/core/evm/rules/forks';
import type { SignedAuthorization, TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { suggestAccessLists } from '../../../src/core/replay/access-lists';
import { assemble, bytes, COINBASE, OTHER, replayUnder, TARGET } from '../evm/scene';

const signer = privateKeyToAccount(`0x${'01'.repeat(32)}`);
const AUTHORITY = bytes(signer.address.slice(2).toLowerCase());
const hex = (address: Uint8Array) => Buffer.from(address).toString('hex');
const pushed = (address: Uint8Array) => `${BigInt(`0x${hex(address)}`)}`;
const call = (address: Uint8Array) => `0 0 0 0 0 ${pushed(address)} GAS CALL POP`;

async function authorize(to: Uint8Array, chainId = 1): Promise<SignedAuthorization> {
  const signed = await signer.signAuthorization({ address: `0x${hex(to)}`, chainId, nonce: 0 });
  const { yParity = 0, r, s } = signed;
  return { chainId: BigInt(chainId), address: to, nonce: 0n, yParity, r: BigInt(r), s: BigInt(s) };
}

/** Returns the addresses of both lists, run under `fork` with this bytecode by address; every other account is not there. */
function listed(fork: Fork, code: readonly (readonly [Uint8Array, string])[], more: Partial<TransactionInput> = {}) {
  const replay = replayUnder(fork, code, more);
  expect(replay.result?.success).toBe(true);
  const { used, worthwhile } = suggestAccessLists(replay);
  const addresses = (list: typeof used) => list.map(({ address }) => address.slice(2));
  return { used: addresses(used), worthwhile: addresses(worthwhile) };
}

beforeAll(() => loadLibrary('secp256k1'));

test('the account that fees go to is named where code reaches it, before it was warm', () => {
  const calls = assemble(call(OTHER));
  expect(listed(Fork.paris, [[TARGET, calls]])).toEqual({ used: [hex(OTHER)], worthwhile: [hex(OTHER)] });
  const looks = assemble(`${pushed(COINBASE)} BALANCE`);
  expect(listed(Fork.paris, [[TARGET, looks]]).used).toEqual([hex(COINBASE)]);
  expect(listed(Fork.shanghai, [[TARGET, looks]]).used).toEqual([]);
});

test('the recipient is named for its slots only', () => {
  expect(listed(Fork.prague, [[TARGET, assemble('1 SLOAD')]])).toEqual({ used: [hex(TARGET)], worthwhile: [] });
});

test('what the recipient delegates to is warm', () => {
  const delegated = [TARGET, `ef0100${hex(OTHER)}`] as const;
  expect(listed(Fork.prague, [delegated, [OTHER, '00']])).toEqual({ used: [], worthwhile: [] });
});

test('who signed an authorisation is warm, and what it delegates to is not', async () => {
  const more = { type: 4, authorizationList: [await authorize(OTHER)] };
  expect(listed(Fork.prague, [[TARGET, assemble(call(AUTHORITY))]], more).used).toEqual([hex(OTHER)]);
  // It need not be reached to be warm.
  expect(listed(Fork.prague, [[TARGET, '00']], more).used).toEqual([]);
});

test('who signed for another chain is cold', async () => {
  const more = { type: 4, authorizationList: [await authorize(OTHER, 2)] };
  expect(listed(Fork.prague, [[TARGET, assemble(call(AUTHORITY))]], more).used).toEqual([hex(AUTHORITY)]);
});

test('what a CREATE makes, or fails to make, is warm from then on (EIP-2929)', () => {
  // The second begins with INVALID, so that nothing is made.
  const creates = assemble('0 0 0 CREATE POP 0xfe 0 MSTORE8 1 0 0 CREATE POP');
  expect(listed(Fork.prague, [[TARGET, creates]])).toEqual({ used: [], worthwhile: [] });
});
