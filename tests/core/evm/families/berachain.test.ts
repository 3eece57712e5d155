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

function rulesWith(fork: Fork) {
  const rules = BERACHAIN.rulesAt(NETWORK, BLOCK);
  if (!rules.ok) throw new Error(rules.error);
  const all = [rules.value, ...(BERACHAIN.alsoPossible?.(NETWORK, BLOCK, rules.value) ?? [])];
  return all.find((each) => each.fork === fork);
}

test('headers show Prague, after which Osaka is tried, with larger contracts', () => {
  expect(familyOf(NETWORK, BLOCK)).toBe('berachain');
  const osaka = rulesWith(Fork.osaka);
  expect(osaka && pricesIn(osaka)).toMatchObject({ maxCodeSize: 32_768, maxInitCodeSize: 65_536 });
  expect(rulesWith(Fork.prague)?.basis).toBe('tried');
});

test('the call runs with 30,000,000 gas that nobody pays, states none, and leaves the nonce', async () => {
  const input = BERACHAIN.input?.(CALL, BLOCK);
  const rules = rulesWith(Fork.prague);
  if (!input?.ok || !rules) throw new Error('not executed');
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
