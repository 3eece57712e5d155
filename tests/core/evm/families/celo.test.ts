import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { type Receipt, transactionOf } from '../../../../src/core/chain/transaction';
import { CELO, celoProtocol } from '../../../../src/core/evm/families/celo';
import { encodeCelo, encodeCeloReceipt } from '../../../../src/core/evm/families/celo/celo-transactions';
import { blobsOf, ethereumFork, OpFork } from '../../../../src/core/evm/families/op-stack/op-forks';
import { receiptFields } from '../../../../src/core/proof/receipts';
import { BLOCK } from '../scene';
import { executeUnder } from './family-scene';

const ALICE = `0x${'aa'.repeat(20)}` as Address;
const BOB = `0x${'bb'.repeat(20)}` as Address;
const TOKEN = '0x471ece3750da237f93b8e339c536989b8978a438';
const FEE_HANDLER = '0xcd437749e43a154c07f3553504c68fbfd56b8778';
const rules = {
  fork: ethereumFork(OpFork.isthmus),
  blobs: blobsOf(OpFork.isthmus),
  protocol: celoProtocol(OpFork.isthmus),
  ...CELO.environment?.({} as never, {} as never),
};
/** Hands its calldata to 0xfd and returns whether that answered, as the token's contract does. */
const FORWARDER = '0x366000600037600060003660006000 60fd5af160005260206000f3'.replace(/ /g, '') as Hex;
const word = (value: Hex | bigint) => BigInt(value).toString(16).padStart(64, '0');

describe('the transfer precompile', () => {
  const by = async (contract: Hex, input: string, gasLimit = 100_000n) => {
    const scene = await executeUnder(
      rules,
      { [ALICE]: { wei: 10n ** 18n }, [contract]: { code: FORWARDER } },
      { from: hexToBytes(ALICE), to: hexToBytes(contract), data: hexToBytes(`0x${input}`), gasLimit },
    );
    return { ...scene, answered: scene.result?.output.at(-1) };
  };

  test('moves balances for the token alone', async () => {
    const input = word(ALICE) + word(BOB) + word(5n);
    const moved = await by(TOKEN, input);
    expect([moved.answered, moved.balance(BOB)]).toEqual([1, 5n]);
    const refused = await by(`0x${'cc'.repeat(20)}`, input);
    expect([refused.answered, refused.balance(BOB)]).toEqual([0, 0n]);
  });

  test('refuses what the sender does not have, and another length', async () => {
    expect((await by(TOKEN, word(BOB) + word(ALICE) + word(1n))).answered).toBe(0);
    expect((await by(TOKEN, word(ALICE) + word(BOB))).answered).toBe(0);
  });
});

test('base fees go to the FeeHandler, and data costs what L1Block says: nothing', async () => {
  const { result, balance } = await executeUnder(
    rules,
    { [ALICE]: { wei: 10n ** 18n }, [BOB]: {} },
    { from: hexToBytes(ALICE), to: hexToBytes(BOB), encoded: new Uint8Array(1) },
  );
  expect(result?.fees.map(({ kind, wei }) => [kind, wei])).toEqual([
    ['base', 147_000n],
    ['priority', 21_000n],
    ['data', 0n],
    ['operator', 0n],
  ]);
  expect(balance(FEE_HANDLER)).toBe(147_000n);
});

// wevm/viem, src/celo/parsers.test.ts
test.each<[string, object, Hex]>([
  [
    'a token',
    {
      chainId: 42220,
      gas: 0,
      nonce: 0,
      rollup: { feeCurrency: '0x765de816845861e75a25fca122bb6898b8b1282a' },
      to: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    },
    '0x7cf84682a4ec80847735940084773594008094765de816845861e75a25fca122bb6898b8b1282a808094f39fd6e51aad88f6f4ce6ab8827279cfffb92266880de0b6b3a764000080c0',
  ],
  [
    'a gateway',
    {
      chainId: 42270,
      gas: 21_001,
      nonce: 785,
      rollup: { gatewayFee: '0x16345785d8a0000', gatewayFeeRecipient: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' },
      to: '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
    },
    '0x7cf85282a51e82031184773594008477359400825209809470997970c51812dc3a010c7d01b50e0d17dc79c888016345785d8a00009490f79bf6eb2c4f870365e785982e1f101e93b906880de0b6b3a764000080c0',
  ],
])('encodes CIP-42 with %s', (_, more, raw) => {
  const stated = {
    networkId: 42220 as NetworkId,
    hash: `0x${'00'.repeat(32)}` as Hash,
    type: 0x7c,
    from: ALICE,
    value: 10n ** 18n,
    input: '0x' as Hex,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 2_000_000_000n,
  };
  expect(encodeCelo(transactionOf({ ...stated, ...more } as Parameters<typeof transactionOf>[0]))).toBe(raw);
});

test('encodes a receipt of CIP-64 with the base fee in its token', () => {
  // celo-org/celo-kona, crates/celo-alloy/consensus/src/receipt/receipts.rs: decode_cip64_receipt
  const log = {
    address: '0x0000000000000000000000000000000000000011',
    topics: [`0x${word('0xdead')}`, `0x${word('0xbeef')}`],
    data: '0x0100ff',
  };
  const receipt = { status: 'failed', cumulativeGasUsed: 1, logs: [log], rollup: { baseFee: '0x43d573' } };
  const given = receipt as unknown as Receipt;
  const encoded = encodeCeloReceipt(given, { type: 0x7b } as never, receiptFields(given));
  expect(bytesToHex(encoded ?? new Uint8Array(0)).replace(/b90100[0-9a-f]{512}/, 'BLOOM')).toBe(
    '0x7bf9016a8001BLOOMf85ff85d940000000000000000000000000000000000000011f842a0000000000000000000000000000000000000000000000000000000000000deada0000000000000000000000000000000000000000000000000000000000000beef830100ff8343d573',
  );
});

describe('a token that pays (CIP-64)', () => {
  const DIRECTORY = '0x15f344b9e6c3cb6f0376a36a64928b13f62c6276';
  const CURRENCY = `0x${'cc'.repeat(20)}` as Hex;
  const REVERTS = `0x${'ee'.repeat(20)}` as Hex;
  const COINBASE = bytesToHex(BLOCK.coinbase);
  /** Answers getExchangeRate(address) with 10 to 2, and getCurrencyConfig(address) with an oracle and 50,000 gas. */
  const directory =
    '0x60003560e01c63efb7601d14601f57600160005261c35060205260406000f35b600a600052600260205260406000f3' as Hex;
  /** Emits its calldata. */
  const currency = '0x366000600037366000a000';
  const accounts = {
    [ALICE]: { wei: 5n },
    [BOB]: {},
    [DIRECTORY]: { code: directory },
    [CURRENCY]: { code: currency as Hex },
    [REVERTS]: { code: '0x60006000fd' as Hex },
  };
  const pay = (more: Parameters<typeof executeUnder>[2]) =>
    executeUnder(rules, accounts, {
      type: 0x7b,
      from: hexToBytes(ALICE),
      to: hexToBytes(BOB),
      gasLimit: 100_000n,
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 5n,
      feeToken: { address: hexToBytes(CURRENCY) },
      ...more,
    });
  const emitted = ({ result }: Awaited<ReturnType<typeof pay>>) => result?.logs.map(({ data }) => bytesToHex(data));
  const words = (...values: (Hex | bigint)[]) => values.map(word).join('');
  // celo-org/celo-kona, crates/celo-revm, contracts/erc20.rs: debitGasFees and creditGasFees.
  const debited = (wei: bigint) => `0x58cf9672${words(ALICE, wei)}`;
  const credited = (refund: bigint, tip: bigint, base: bigint) =>
    `0x6a30b253${words(ALICE, COINBASE, 0n, FEE_HANDLER, refund, tip, 0n, base)}`;

  test('takes the most, gives back what is over, and pays tip and base fee', async () => {
    const paid = await pay({ value: 3n });
    expect(paid.result).toMatchObject({ success: true, gasUsed: 71_000, fees: [] });
    expect(emitted(paid)).toEqual([debited(4_000_000n), credited(1_160_000n, 355_000n, 2_485_000n)]);
    expect([paid.balance(ALICE), paid.balance(BOB), paid.nonce(ALICE)]).toEqual([2n, 3n, 1n]);
  });

  test('keeps its events and its fees where the transaction fails', async () => {
    const failed = await pay({ to: hexToBytes(REVERTS) });
    expect([failed.result?.success, emitted(failed)?.length, failed.nonce(ALICE)]).toEqual([false, 2, 1n]);
  });

  test('takes the base fee that the receipt states', async () => {
    const paid = await pay({ feeToken: { address: hexToBytes(CURRENCY), baseFee: 20n } });
    expect(emitted(paid)?.[0]).toBe(debited(2_500_000n));
  });

  test.each([
    ['the token refuses', { feeToken: { address: hexToBytes(REVERTS) } }, 'does not take the fees'],
    ['there is too little gas', { gasLimit: 70_999n }, 'intrinsic gas too low'],
    ['the price is below the base fee', { maxFeePerGas: 34n }, 'max fee per gas less than block base fee'],
    ['the value is more than there is', { value: 6n }, 'insufficient funds'],
  ])('is in no block where %s', async (_, more, sentence) => {
    const { invalid, nonce } = await pay(more);
    expect(invalid).toContain(sentence);
    expect(nonce(ALICE)).toBe(0n);
  });
});

test('CIP-64: the family hands on the token and the base fee of the receipt', () => {
  const transaction = transactionOf({
    networkId: 42220 as NetworkId,
    hash: `0x${'00'.repeat(32)}` as Hash,
    type: 0x7b,
    from: ALICE,
    nonce: 0,
    value: 0n,
    gas: 21_000,
    input: '0x',
    rollup: { feeCurrency: TOKEN },
  });
  const given = CELO.input?.(transaction, {} as never, { rollup: { baseFee: '0x23' } } as unknown as Receipt);
  expect(given).toMatchObject({ ok: true, value: { feeToken: { address: hexToBytes(TOKEN), baseFee: 35n } } });
});
