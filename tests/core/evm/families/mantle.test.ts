import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import { hexToBytes } from '../../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { type Block, transactionOf } from '../../../../src/core/chain/transaction';
import { familyOf } from '../../../../src/core/evm/families/find-family';
import { MANTLE } from '../../../../src/core/evm/families/mantle';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { type Account, execute, hexOf } from './accounts-scene';

const ALICE = `0x${'aa'.repeat(20)}` as Address;
const BOB = `0x${'bb'.repeat(20)}` as Address;
const L1_BLOCK = '4200000000000000000000000000000000000015';
const GAS_PRICE_ORACLE = '420000000000000000000000000000000000000f';
const VAULTS = [0x19, 0x1a, 0x1b].map((low) =>
  hexToBytes(`0x42000000000000000000000000000000000000${low.toString(16)}`),
);
const slot = (key: number): Hex => `0x${key.toString(16).padStart(64, '0')}`;

const rulesAt = (id: number, timestamp: number) =>
  MANTLE.rulesAt({ id: id as NetworkId, name: 'Mantle' }, { timestamp });

// mantle-xyz/op-geth, params/mantle.go
test.each([
  [5000, 1_776_841_200],
  [5003, 1_774_422_000],
])('chain %i is executed from the first second of Arsia', (id, arsia) => {
  expect(familyOf({ id: id as NetworkId }, { timestamp: 0 })).toBe('mantle');
  expect(rulesAt(id, arsia - 1)).toMatchObject({ ok: false, error: expect.stringContaining('until Arsia') });
  const rules = rulesAt(id, arsia);
  expect(rules).toMatchObject({ ok: true, value: { fork: Fork.osaka, protocol: { precompiles: new Map() } } });
  expect(rules.ok && rules.value.basis).toBeUndefined();
});

/** Prices of mantle-xyz/op-geth, core/types/rollup_cost_test.go: a million MNT for an ether. */
const ACCOUNTS: Readonly<Record<string, Account>> = {
  [ALICE.slice(2)]: { balance: 10n ** 18n },
  [BOB.slice(2)]: { code: '600060005500', slots: { [slot(0)]: 1n } },
  [GAS_PRICE_ORACLE]: { slots: { [slot(0)]: 1_000_000n } },
  [L1_BLOCK]: {
    slots: {
      [slot(1)]: 10n ** 9n,
      [slot(3)]: (2n << 96n) | (3n << 64n),
      [slot(7)]: 10_000_000n,
      [slot(8)]: (1000n << 64n) | 5000n,
    },
  },
};

function run(more: object) {
  const rules = rulesAt(5000, 1_800_000_000);
  if (!rules.ok) throw new Error(rules.error);
  return execute(rules.value, ACCOUNTS, { from: hexToBytes(ALICE), to: hexToBytes(BOB), ...more });
}

test('data costs what it costs in ether, times the price of ether', () => {
  const { execution, balance } = run({ encoded: new Uint8Array(30).fill(1) });
  const { result } = execution;
  // ArsiaFee there; the operator by Jovian's formula.
  const gas = BigInt(result?.gasUsed ?? 0);
  const operator = gas * 1000n * 100n + 5000n;
  expect(VAULTS.map(balance)).toEqual([gas * 7n, 3_203_000_000_000n, operator]);
  // Paid for a cold slot that is cleared, of which a fifth of all gas comes back: 21,000, 6 for the two numbers and 5,000.
  expect(result?.gasUsed).toBe(26_006 - 4800);
  expect(execution.receiptFields()).toMatchObject({
    l1Fee: `0x${(3_203_000_000_000n).toString(16)}`,
    tokenRatio: '0xf4240',
    l1GasUsed: '0x640',
  });
});

test('nothing is given back to a deposit', () => {
  const { execution } = run({ type: 0x7e, isForced: true, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n });
  expect(execution.result).toMatchObject({ success: true, gasUsed: 26_006, fees: [] });
});

/** Of block 63,634,427 (mantle-xyz/op-geth, core/types/deposit_test.go). */
const DEPOSIT = transactionOf({
  ...{ networkId: 5000 as NetworkId, type: 0x7e, nonce: 0x259410, value: 0n, gas: 0xf4240, gasPrice: 0n },
  ...{ from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001' as Address, to: `0x${L1_BLOCK}` as Address },
  hash: '0x15ef2ac0a08b3c747ab8c938dde2164728ae3fd0c1981b0b88bee64e7c424ba8' as Hash,
  input:
    '0x015d8eb900000000000000000000000000000000000000000000000000000000012ecc8700000000000000000000000000000000000000000000000000000000663eebbf000000000000000000000000000000000000000000000000000000012ce52460e091984cf3d2da0b2408a6611fbde9a4a1eb6acedfe57689df496b70f0ec0e5000000000000000000000000000000000000000000000000000000000000000050000000000000000000000002f40d796917ffb642bd2e2bdd2c762a5e40fd74900000000000000000000000000000000000000000000000000000000000000bc0000000000000000000000000000000000000000000000000000000000002710' as Hex,
  rollup: {
    ethValue: '0x0',
    mint: '0x0',
    sourceHash: '0xd375d8d3d4cc23e681a5c2f4737813f95b8aba4184c23842c029b3477515e6e0',
  },
});

test('a deposit has the hash that Mantle gives it, and one that brings ether is named', () => {
  const encoded = MANTLE.encoding?.transaction?.(DEPOSIT);
  expect(encoded && keccak256(encoded)).toBe(DEPOSIT.hash);
  expect(MANTLE.input?.(DEPOSIT, {} as Block)).toMatchObject({ ok: true, value: { isForced: true, mint: 0n } });
  const bringing = { ...DEPOSIT, rollup: { ...DEPOSIT.rollup, ethTxValue: '0x1' } };
  expect(MANTLE.input?.(bringing, {} as Block)).toMatchObject({ ok: false, error: expect.stringContaining('ether') });
  // An item at the end more.
  expect(MANTLE.encoding?.transaction?.(bringing)?.slice(-2)).toBe('01');
});

test('accounts are read of a node that leaves them out of its prestate', () => {
  const rules = rulesAt(5000, 1_800_000_000);
  const named = rules.ok ? (rules.value.protocol?.accounts ?? []).map(hexOf) : [];
  expect(named).toContain(`0x${GAS_PRICE_ORACLE}`);
});
