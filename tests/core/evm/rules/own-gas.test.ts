/** Chains whose rules are tried, and that are known to count gas otherwise than Ethereum. */
import { describe, expect, test } from 'vitest';
import { hexToBytes } from '../../../../src/core/chain/hex';
import type { Hex, NetworkId } from '../../../../src/core/chain/primitives';
import type { RuledBlock } from '../../../../src/core/evm/families/family';
import { alsoPossible, chainRules } from '../../../../src/core/evm/rules/chain-rules';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { ownGas } from '../../../../src/core/evm/rules/own-gas';
import type { TransactionInput } from '../../../../src/core/evm/transaction/transaction-input';
import { executeUnder } from '../families/family-scene';
import { assemble } from '../scene';

const HEADER: RuledBlock = { timestamp: 1_790_000_000, number: 900_000_000, withdrawals: [], excessBlobGas: 0 };
const CODE = `0x${'cc'.repeat(20)}` as const;
const SENDER = `0x${'aa'.repeat(20)}` as const;

/** The rules that are tried first in a block of the chain. */
function rulesOf(id: number, more: Partial<RuledBlock> = {}) {
  const block = { ...HEADER, ...more };
  const network = { id: id as NetworkId, name: `Chain ${id}` };
  const stated = { isDevelopment: false, own: ownGas(id, block) };
  const rules = chainRules(network, block, stated);
  if (!rules.ok) throw new Error(rules.error);
  return { first: rules.value, others: alsoPossible(network, block, rules.value, stated) };
}

/** Executes a call of code, or a payment where there is none, with calldata. */
async function execute(
  id: number,
  code: string,
  more: Partial<TransactionInput> = {},
  block: Partial<RuledBlock> = {},
) {
  const { first } = rulesOf(id, block);
  const bytes: Hex = `0x${assemble(code)}`;
  const accounts = { [SENDER]: { wei: 10n ** 18n }, [CODE]: { code: bytes, nonce: 1n, slots: { '2': 1n } } };
  const call = { from: hexToBytes(SENDER), to: hexToBytes(CODE), gasLimit: 200_000n, ...more };
  const { result } = await executeUnder(first, accounts, call);
  if (result === undefined) throw new Error('it is in no block');
  return result;
}

const used = async (...given: Parameters<typeof execute>) => (await execute(...given)).gasUsed;
/** Three bytes that are not zero, and one that is. */
const DATA = { data: hexToBytes('0x01020003') };

describe('what a transaction pays before the first instruction', () => {
  test('on Ethereum and unknown chains', async () => {
    expect(await used(424_242, '', DATA)).toBe(21_000 + 3 * 16 + 4);
  });

  test('68 for a byte that is not zero on XDC, and on its test network until Prague', async () => {
    // XinFinOrg/XDPoSChain, release v3.0.0-testnet: 16 in the place of 68 from block 87,633,000.
    expect(await used(50, '', DATA)).toBe(21_000 + 3 * 68 + 4);
    expect(await used(51, '', DATA, { number: 87_632_999 })).toBe(21_000 + 3 * 68 + 4);
    expect(await used(51, '', DATA, { number: 87_633_000 })).toBe(21_000 + 3 * 16 + 4);
  });

  test('100 for each byte on Kaia until Prague', async () => {
    // kaiachain/kaia, params/config.go: PragueCompatibleBlock.
    expect(await used(8217, '', DATA, { number: 190_669_999 })).toBe(21_400);
    expect(await used(8217, '', DATA, { number: 190_670_000 })).toBe(21_000 + 3 * 16 + 4);
  });

  test('10,000 and 100 for each byte on IoTeX', async () => {
    expect(await used(4689, '')).toBe(10_000);
    expect(await used(4689, '', DATA)).toBe(10_400);
    // A creation that deploys nothing.
    expect(await used(4689, '', { to: undefined, data: hexToBytes('0x00') })).toBe(10_100);
  });
});

describe('what is given back, and what is charged beside', () => {
  const clear = '0 2 SSTORE STOP';

  test('nothing is given back where headers have the block gas cost of Avalanche’s machine', async () => {
    const ethereum = await used(424_242, clear);
    const subnet = await used(424_242, clear, {}, { rollup: { blockGasCost: '0x0' } });
    expect(subnet - ethereum).toBe(4800); // EIP-3529
  });

  test('a tenth of the rest on Sonic, half of the limit at least on Cronos', async () => {
    expect(await used(146, '', { gasLimit: 121_000n })).toBe(31_000);
    expect(await used(146, '', { gasLimit: 21_000n })).toBe(21_000);
    expect(await used(25, '', { gasLimit: 100_000n })).toBe(50_000);
    expect(await used(25, '', { gasLimit: 30_000n })).toBe(21_000);
  });

  test('where the receipt says otherwise, Ethereum’s count is tried as well', () => {
    const { others } = rulesOf(146);
    const counted = others.map(({ protocol }) => protocol?.counted !== undefined);
    expect(counted).toEqual([...Array(5).fill(true), ...Array(6).fill(false)]);
  });
});

test('filling a slot costs 72,000 on Sei, which its governance set', async () => {
  // sei-protocol/go-ethereum, core/vm (TestSeiSstoreSetGasOverride): 52,000 more than on Ethereum for SSTORE(0, 1).
  const fill = '1 0 SSTORE STOP';
  expect((await used(1329, fill)) - (await used(424_242, fill))).toBe(52_000);
});

describe('Monad', () => {
  /** Gas of what stands between two readings of it, without what reading costs. */
  const between = async (code: string, timestamp = HEADER.timestamp) => {
    const { output } = await execute(143, `GAS ${code} GAS SWAP1 SUB 0 MSTORE 32 0 RETURN`, {}, { timestamp });
    return Number(`0x${Buffer.from(output).toString('hex')}`) - 2;
  };

  test('charges the whole limit', async () => {
    expect(await used(143, '')).toBe(200_000);
  });

  test('asks for more where accounts and slots are reached first', async () => {
    // docs.monad.xyz, opcode pricing: 8100 and 10100.
    expect(await between('7 SLOAD POP')).toBe(3 + 8100 + 2);
    expect(await between(`0x${'1e'.repeat(20)} BALANCE POP`)).toBe(3 + 10_100 + 2);
  });

  test('asks for half a unit for a word of memory since its ninth fork', async () => {
    // MIP-3: 1000 words for 500; before, 3 for each and a 512th of the square.
    expect(await between('0 31968 MSTORE')).toBe(3 + 3 + 3 + 500);
    const before = Date.UTC(2026, 2, 19, 14) / 1000;
    expect(await between('0 31968 MSTORE', before)).toBe(3 + 3 + 3 + 3000 + 1953);
  });

  test('prices ecrecover at 6000', async () => {
    const call = '0 0 0 0 1 10000 STATICCALL POP';
    const ethereum = await execute(424_242, `GAS ${call} GAS SWAP1 SUB 0 MSTORE 32 0 RETURN`);
    const there = Number(`0x${Buffer.from(ethereum.output).toString('hex')}`) - 2;
    expect((await between(call)) - there).toBe(3000);
  });
});

test('without a base fee in the header, the forks before Berlin are tried last', () => {
  const { withdrawals: _, excessBlobGas: __, ...old } = HEADER;
  const network = { id: 424_242 as NetworkId, name: 'Somewhere' };
  const rules = chainRules(network, { ...old, difficulty: 2n });
  const forks = rules.ok
    ? [rules.value, ...alsoPossible(network, { ...old, difficulty: 2n }, rules.value)].map(({ fork }) => fork)
    : [];
  const { berlin, osaka, prague, cancun, shanghai, london, istanbul, petersburg, byzantium } = Fork;
  expect(forks).toEqual([berlin, osaka, prague, cancun, shanghai, london, istanbul, petersburg, byzantium]);
});
