import { parse } from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Address, Hash, NetworkId } from '../../../../src/core/chain/primitives';
import { encodeRawTransaction, hashOf, senderOf } from '../../../../src/core/chain/raw-transaction';
import { type Block, isEthereumTransaction, transactionOf } from '../../../../src/core/chain/transaction';
import type { ChainRules } from '../../../../src/core/evm/families/family';
import { loadFamily } from '../../../../src/core/evm/families/load-family';
import { GivenUp } from '../../../../src/core/evm/given-up';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { toMinedInput } from '../../../../src/core/evm/transaction/chain-input';
import { transactionSchema } from '../../../../src/net/rpc/transaction-schema';
import { assemble, bytes, COINBASE, SENDER, TARGET } from '../scene';
import { execute, hexOf } from './accounts-scene';

const BSC = await loadFamily('bnbSmartChain');
const MAINNET = { id: 56 as NetworkId, name: 'BNB Smart Chain' };
const CHAPEL = { id: 97 as NetworkId, name: 'Chapel' };
const SYSTEM = bytes('fffffffffffffffffffffffffffffffffffffffe');
const LAST = Number.MAX_SAFE_INTEGER;
const key = (address: Uint8Array) => hexOf(address).slice(2);

function rulesAt(timestamp: number, number = 40_000_000, network = MAINNET): ChainRules {
  const rules = BSC.rulesAt(network, { number, timestamp });
  if (!rules.ok) throw new Error(rules.error);
  return rules.value;
}

test('forks go by block to London and by time since Shanghai, with the contracts of the protocol', () => {
  const at = (timestamp: number, number?: number, network = MAINNET) => {
    const { fork, protocol } = rulesAt(timestamp, number, network);
    const own = [...(protocol?.precompiles?.keys() ?? [])].map((address) => address.toString(16));
    return `${Object.entries(Fork).find(([, value]) => value === fork)?.[0]}: ${own.join(' ')}`;
  };
  expect(at(0, 29_020_049)).toBe('istanbul: 64 65');
  expect(at(0, 29_020_050)).toBe('istanbul: 64 65 66 67');
  expect(at(0, 31_302_048)).toBe('london: 64 65 66 67');
  expect(at(1_705_996_800)).toBe('shanghai: 64 65 66 67');
  expect(at(1_713_419_340)).toBe('shanghai: 64 65 66 67 68 69');
  expect(at(1_718_863_500)).toBe('cancun: 64 65 66 67 68 69 100');
  expect(at(1_742_436_600)).toBe('prague: 64 65 66 67 68 69 100');
  expect(at(1_777_343_400)).toBe('osaka: 64 65 66 67 68 69');
  // Releases v1.7.6, v1.7.7 and v1.8.2 of bnb-chain/bsc.
  expect(at(1_796_697_000)).toBe('osaka: 64 65 66 67 68 69 70');
  expect(at(1_713_330_442, undefined, CHAPEL)).toBe('cancun: 64 65 66 67 68 69');
});

test('all fees go to the account of the system, those of blobs too', () => {
  const { execution, balance } = execute(
    rulesAt(LAST),
    { [key(SENDER)]: { balance: 10n ** 18n }, [key(SYSTEM)]: { balance: 5n } },
    {
      type: 3,
      gasLimit: 21_000n,
      maxFeePerGas: 3n,
      maxPriorityFeePerGas: 3n,
      maxFeePerBlobGas: 1n,
      blobHashes: [Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0))],
    },
    { baseFee: 0n },
  );
  expect(execution.result?.gasUsed).toBe(21_000);
  expect(balance(SYSTEM)).toBe(5n + 3n * 21_000n + 131_072n);
  expect(balance(COINBASE)).toBe(0n);
});

const SEALER = '0x00000000000000000000000000000000000000ee' as Address;
const VALIDATORS = '0x0000000000000000000000000000000000001000' as Address;
const BLOCK = { networkId: MAINNET.id, miner: SEALER } as Block;
const DEPOSIT = transactionOf({
  networkId: MAINNET.id,
  hash: `0x${'11'.repeat(32)}` as Hash,
  type: 0,
  from: SEALER,
  to: VALIDATORS,
  nonce: 9,
  value: 700n,
  input: '0x',
  gas: Number('0x7fffffffffffffff'),
  gasPrice: 0n,
});

describe('a transaction of the system', () => {
  test('costs what its call uses, and hands on what the system collected', () => {
    const rules = rulesAt(LAST);
    const input = toMinedInput(DEPOSIT, 'family', { rules, block: BLOCK });
    if (!input.ok) throw new Error(input.error);
    expect(input.value.gasLimit).toBe(2n ** 63n - 1n);
    const { execution, balance } = execute(
      rules,
      {
        [SEALER.slice(2)]: { nonce: 9n },
        [key(SYSTEM)]: { balance: 1000n },
        // Slot 1 is cleared, for which others are given something back.
        [VALIDATORS.slice(2)]: {
          code: assemble('0 1 SSTORE GAS 0 MSTORE 32 0 RETURN'),
          slots: { [`0x${'1'.padStart(64, '0')}`]: 1n },
        },
      },
      input.value,
      { coinbase: bytes(SEALER.slice(2)), baseFee: 0n },
    );
    const { result } = execution;
    // PUSH1, PUSH1 and 5,000 for the slot, GAS, PUSH1, MSTORE and a word of memory, two more PUSH1.
    expect(result?.gasUsed).toBe(3 + 3 + 5000 + 2 + 3 + 3 + 3 + 3 + 3);
    expect(BigInt(hexOf(result?.output ?? new Uint8Array(0)))).toBe(2n ** 63n - 1n - 5008n);
    expect(result?.fees).toEqual([]);
    expect([balance(SYSTEM), balance(bytes(SEALER.slice(2))), balance(bytes(VALIDATORS.slice(2)))]).toEqual([
      300n,
      0n,
      700n,
    ]);
  });

  test('is none where somebody else sends it, where it costs something, and where it calls another contract', () => {
    const isForced = (more: object) => {
      const input = BSC.input?.({ ...DEPOSIT, ...more }, BLOCK);
      return input?.ok === true && input.value.isForced === true;
    };
    expect(isForced({})).toBe(true);
    expect(isForced({ from: VALIDATORS })).toBe(false);
    expect(isForced({ gasPrice: 1n })).toBe(false);
    expect(isForced({ to: SEALER })).toBe(false);
  });

  test('is hashed with the gas limit that it has, which no number holds', () => {
    const { networkId: _, hash, from, ...raw } = DEPOSIT;
    // rlp([9, 0, 2^63 - 1, 0x…1000, 700, '']), by the yellow paper's appendix B.
    expect(encodeRawTransaction(raw as never)).toBe(
      `0xe4098088${'7f'}${'ff'.repeat(7)}94${VALIDATORS.slice(2)}8202bc80`,
    );
    expect([hash, from]).toEqual([DEPOSIT.hash, SEALER]);
  });
});

describe('blsSignatureVerify', () => {
  // bnb-chain/bsc, core/vm/testdata/precompiles, blsSignatureVerify.json and fail-blsSignatureVerify.json
  const input =
    'f2d8e8e5bf354429e3ce8b97c4e88f7a0bf7bc917e856de762ed6d70dd8ec2d289a04d63285e4b45309e7c180ea82565e375dd62c7b80d957aea4c9b7e16bdb28a0f910036bd3220fe3d7614fb137a8f0a68b3c564ddd214b5041d8f7a124e6e7285ac42635e75eeb9051a052fb500b1c2bc23bd4290db59fc02be11f2b80896b6e22d5b8dd31ba2e49b13cd6be19fcd01c1e23af3e5165d88d8b9deaf38baa77770fa6a358e2eebdffd1bd8a1eb7386';
  const contract = rulesAt(LAST).protocol?.precompiles?.get(0x66n);
  const run = (hex: string, gas = 10_000) => contract?.run(bytes(hex), gas, Fork.prague);

  test('its vectors', () => {
    expect(run(input)).toEqual({ ok: true, gas: 4500, output: Uint8Array.of(1) });
    expect(run(`${input.slice(0, -1)}7`)).toEqual({ ok: false, error: 'execution reverted', gas: 4500 });
    expect(run('')).toEqual({ ok: false, error: 'execution reverted', gas: 1000 });
    expect(run(input, 4499)).toEqual({ ok: false });
  });

  test('another message is not signed, and says nothing', () => {
    expect(run(`00${input.slice(2)}`)).toEqual({ ok: true, gas: 4500, output: new Uint8Array(0) });
  });

  test('what reverts gives its gas back to the contract that calls', () => {
    const { execution } = execute(
      rulesAt(LAST),
      {
        [key(SENDER)]: { balance: 10n ** 18n },
        [key(TARGET)]: { code: assemble('0 0 0 0 0 102 50000 CALL 0 MSTORE 32 0 RETURN') },
      },
      { gasLimit: 200_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
      { baseFee: 0n },
    );
    expect(execution.result?.success).toBe(true);
    expect(BigInt(hexOf(execution.result?.output ?? new Uint8Array(0)))).toBe(0n);
    // Seven PUSHes, the warm call and its price, PUSH1, MSTORE and a word, two more PUSH1.
    expect(execution.result?.spent.executed).toBe(7 * 3 + 100 + 1000 + 3 + 3 + 3 + 3 + 3);
  });
});

test.each([0x64, 0x65, 0x67, 0x68, 0x69])('a call of %i ends the execution with its address', (address) => {
  const called = () =>
    execute(
      rulesAt(1_787_624_999),
      {
        [key(SENDER)]: { balance: 10n ** 18n },
        [key(TARGET)]: { code: assemble(`0 0 0 0 0 ${address} GAS CALL STOP`) },
      },
      { gasLimit: 200_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
      { baseFee: 0n },
    );
  expect(called).toThrow(GivenUp);
  expect(called).toThrow(`0x${address.toString(16)}, that is not executed here`);
});

test.each([
  [1_787_624_999, 56],
  [1_784_600_999, 97],
])('until Pasteur (%i) the light client is named, since then it refuses', (last, id) => {
  const network = id === 56 ? MAINNET : CHAPEL;
  const call = (timestamp: number) =>
    rulesAt(timestamp, 40_000_000, network)
      .protocol?.precompiles?.get(0x65n)
      ?.run(new Uint8Array(64), 10_000, Fork.osaka);
  expect(() => call(last)).toThrow(GivenUp);
  expect(call(last + 1)).toEqual({ ok: false, error: 'deprecated' });
});

test('since Jenner a precompile answers the milliseconds of the block (BEP-706)', () => {
  const at = (timestamp: number, gas: number) => {
    const mixHash = `0x${(450).toString(16).padStart(64, '0')}` as Hash;
    const rules = BSC.rulesAt(MAINNET, { number: 100_000_000, timestamp, mixHash });
    return rules.ok
      ? rules.value.protocol?.precompiles?.get(0x70n)?.run(new Uint8Array(3), gas, Fork.osaka)
      : undefined;
  };
  expect(at(1_796_696_999, 100)).toBeUndefined();
  expect(at(1_796_697_000, 19)).toEqual({ ok: false });
  expect(at(1_796_697_000, 20)).toEqual({
    ok: true,
    gas: 20,
    output: bytes((1_796_697_000_450).toString(16).padStart(64, '0')),
  });
  expect(at(1_796_697_001, 20)).toMatchObject({ output: bytes((1_796_697_001_450).toString(16).padStart(64, '0')) });
});

/** The last transaction of block 11,832,497 of Chapel (icon-project/Nexus, packages/block-indexer/docs/bsc_blocks.md). */
const RECORDED = {
  blockHash: '0xa14eae64f35dcc42f9ef4864aa3c1f5dd76293c13cbaa44d1bed78702780c5b0',
  blockNumber: '0xb48cb1',
  from: '0x7a1a4ad9cc746a70ee58568466f7996dd0ace4e8',
  gas: '0x7fffffffffffffff',
  gasPrice: '0x0',
  hash: '0xac14bda81902634adfcbf8f5a34db10349b1025c9629ad89851ab45a001a2404',
  input: '0xf340fa010000000000000000000000007a1a4ad9cc746a70ee58568466f7996dd0ace4e8',
  nonce: '0x5075d',
  to: '0x0000000000000000000000000000000000001000',
  transactionIndex: '0x7',
  value: '0x20c4634b5e0400',
  type: '0x0',
  v: '0xe5',
  r: '0xdfd2f77aa958624d58965aeda5ed3b0c72ec5fb70274699f468e6ea1f11a4b6c',
  s: '0x55d80c126a34863ac5d93698993aa696bc150a2f6ed598a1820cbe0a0b250c63',
};

test('a recorded transaction of the system has its hash and its sender, whatever its limit is rounded to', async () => {
  const transaction = parse(transactionSchema(CHAPEL.id), RECORDED);
  if (!isEthereumTransaction(transaction)) throw new Error('of type 0');
  expect([hashOf(transaction), await senderOf(transaction)]).toEqual([RECORDED.hash, RECORDED.from]);
});
