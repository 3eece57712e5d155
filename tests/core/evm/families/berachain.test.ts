/** Berachain: the call of its protocol that every block begins with, and what its headers end with. */
import { concatHex, keccak256, toRlp } from 'viem';
import { expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { type Block, transactionOf } from '../../../../src/core/chain/transaction';
import { BERACHAIN } from '../../../../src/core/evm/families/berachain';
import { familyOf } from '../../../../src/core/evm/families/find-family';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { pricesIn } from '../../../../src/core/evm/rules/gas';
import { computeHeaderHash } from '../../../../src/core/proof/header';
import { assemble } from '../scene';
import { executeUnder } from './family-scene';

const NETWORK = { id: 80094 as NetworkId, name: 'Berachain' };
const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe' as Address;
const DISTRIBUTOR = '0xd2f19a79b026fb636a7c300bf5947df113940761' as Address;
const word = (byte: string) => `0x${byte.repeat(32)}` as Hash;
const BLOCK = { number: 25_265_127, timestamp: 1_786_000_000, requestsHash: word('e3') } as Block;

/** As block 25,265,127 has it, but for its calldata: sender, recipient and nonce are that block's. */
const CALL = transactionOf({
  ...{
    networkId: NETWORK.id,
    type: 0x7e,
    from: SYSTEM,
    to: DISTRIBUTOR,
    nonce: 25_265_126,
    value: 0n,
    gas: 30_000_000,
  },
  ...{ gasPrice: 1_000_000_000n, input: '0x163ac6d5', index: 0, hash: word('00') },
});

function rulesAt(timestamp: number, id: number = NETWORK.id) {
  const rules = BERACHAIN.rulesAt({ ...NETWORK, id: id as NetworkId }, { ...BLOCK, timestamp });
  if (!rules.ok) throw new Error(rules.error);
  return rules.value;
}

test('headers show Prague, after which Osaka came at a time, with larger contracts', () => {
  expect(familyOf(NETWORK, BLOCK)).toBe('berachain');
  // berachain/bera-reth, release v1.4.1
  const [mainnet, bepolia] = [Date.UTC(2026, 6, 8, 16) / 1000, Date.UTC(2026, 4, 27, 16) / 1000];
  const forks = [mainnet - 1, mainnet].map((time) => rulesAt(time).fork);
  expect(forks).toEqual([Fork.prague, Fork.osaka]);
  expect([bepolia - 1, bepolia].map((time) => rulesAt(time, 80069).fork)).toEqual(forks);
  expect(pricesIn(rulesAt(mainnet))).toMatchObject({ maxCodeSize: 32_768, maxInitCodeSize: 65_536 });
  expect([mainnet - 1, mainnet].map((time) => rulesAt(time).basis)).toEqual(['tried', 'tried']);
});

test('since Osaka1 blobs cost a gwei at least, on the curve of EIP-4844 from there', () => {
  // berachain/bera-reth, release v1.4.3 and pull request 268
  const [mainnet, bepolia] = [Date.UTC(2026, 7, 5, 16) / 1000, Date.UTC(2026, 6, 22, 16) / 1000];
  const priced = (timestamp: number, excessBlobGas: number, id: number = NETWORK.id) =>
    BERACHAIN.environment?.(
      { ...BLOCK, networkId: id as NetworkId, timestamp, excessBlobGas } as Block,
      rulesAt(timestamp),
    );
  expect(priced(mainnet - 1, 0)).toEqual({});
  expect(priced(mainnet, 0)).toEqual({ blobBaseFee: 1_000_000_000n });
  expect([priced(bepolia - 1, 0, 80069), priced(bepolia, 0, 80069)]).toEqual([{}, { blobBaseFee: 1_000_000_000n }]);
  // e, times the least price.
  expect(priced(mainnet, 3_338_477)?.blobBaseFee).toBe(2_718_281_828n);
});

test('a base fee changes by a 48th at most since Prague1, and is a gwei at least since Osaka1', () => {
  // berachain/bera-reth, release v1.0.0 (2025-09-03, 16:00 UTC) and pull request 22
  const after = (timestamp: number, gasUsed: number, baseFeePerGas: bigint) =>
    BERACHAIN.nextBaseFee?.({ ...BLOCK, timestamp, gasUsed, gasLimit: 30_000_000, baseFeePerGas });
  expect(after(Date.UTC(2025, 8, 3, 15) / 1000, 30_000_000, 48n)).toBeUndefined();
  expect(after(Date.UTC(2025, 8, 3, 16) / 1000, 30_000_000, 4800n)).toBe(4900n);
  expect(after(Date.UTC(2025, 8, 3, 16) / 1000, 0, 4800n)).toBe(4700n);
  expect(after(Date.UTC(2026, 7, 5, 16) / 1000, 0, 1_000_000_000n)).toBe(1_000_000_000n);
});

test('the call runs with 30,000,000 gas that nobody pays, states none, and leaves the nonce', async () => {
  const input = BERACHAIN.input?.(CALL, BLOCK);
  const rules = rulesAt(1_783_000_000);
  if (!input?.ok) throw new Error('not executed');
  // Keeps the gas that is left in its output, beside the price of gas.
  const code = `0x${assemble('GAS 0 MSTORE GASPRICE 32 MSTORE 64 0 RETURN')}` as Hex;
  const { result, nonce, balance } = await executeUnder(
    rules,
    { [SYSTEM]: { wei: 5n }, [DISTRIBUTOR]: { code } },
    {
      ...{ type: 0x7e, from: Buffer.from(SYSTEM.slice(2), 'hex'), to: Buffer.from(DISTRIBUTOR.slice(2), 'hex') },
      ...{ nonce: 25_265_126n, gasLimit: 30_000_000n, data: new Uint8Array(4).fill(1) },
      ...input.value,
    },
  );
  const [gas, price] = [0, 32].map((at) =>
    BigInt(`0x${Buffer.from(result?.output.subarray(at, at + 32) ?? []).toString('hex')}`),
  );
  // GAS takes two.
  expect([result?.success, result?.gasUsed, gas, price]).toEqual([true, 0, 29_999_998n, 0n]);
  expect([nonce(SYSTEM), balance(SYSTEM)]).toEqual([0n, 5n]);
  expect(BERACHAIN.input?.({ ...CALL, from: DISTRIBUTOR } as typeof CALL, BLOCK)).toBeUndefined();
});

test('its bytes are 0x7e and seven fields (bera-reth, src/transaction)', () => {
  const fields = ['0x0138de', SYSTEM, DISTRIBUTOR, '0x018183e6', '0x01c9c380', '0x3b9aca00', '0x163ac6d5'] as const;
  const numbers = fields.map((field) => (field.length < 20 && field !== '0x163ac6d5' ? trimmed(field) : field));
  expect(BERACHAIN.encoding?.transaction?.(CALL)).toBe(concatHex(['0x7e', toRlp(numbers)]));
});

test('a header ends with the key of the proposer before it (BRIP-0004)', () => {
  const key = `0x${'ab'.repeat(48)}` as Hex;
  const roots = ['01', '02', '03', '04', '05', '06', '07'].map(word);
  const [parentHash, sha3Uncles, stateRoot, transactionsRoot, receiptsRoot, mixHash, withdrawalsRoot] = roots as [
    Hash,
    Hash,
    Hash,
    Hash,
    Hash,
    Hash,
    Hash,
  ];
  const header = {
    ...{ parentHash, sha3Uncles, stateRoot, transactionsRoot, receiptsRoot, mixHash, withdrawalsRoot },
    ...{ miner: DISTRIBUTOR, logsBloom: `0x${'00'.repeat(256)}`, difficulty: 0n, number: 1, gasLimit: 2, gasUsed: 3 },
    ...{ timestamp: 4, extraData: '0x05', nonce: '0x0000000000000000', baseFeePerGas: 6n, blobGasUsed: 0 },
    ...{ excessBlobGas: 7, parentBeaconBlockRoot: word('08'), requestsHash: word('09') },
  };
  const block = { ...header, networkId: NETWORK.id, rollup: { parentProposerPubkey: key } } as unknown as Block;
  const first = [parentHash, sha3Uncles, DISTRIBUTOR, stateRoot, transactionsRoot, receiptsRoot, header.logsBloom];
  const numbers = ['0x', '0x01', '0x02', '0x03', '0x04', '0x05', mixHash, header.nonce, '0x06', withdrawalsRoot];
  const last = ['0x', '0x07', word('08'), word('09'), key];
  expect(computeHeaderHash(block, BERACHAIN.encoding)).toBe(keccak256(toRlp([...first, ...numbers, ...last] as Hex[])));
  const { requestsHash: _, ...short } = block;
  expect(computeHeaderHash(short, BERACHAIN.encoding)).toBeUndefined();
});

const trimmed = (field: Hex): Hex => `0x${field.slice(2).replace(/^(00)+/, '')}`;
