/** What comes to Arbitrum from layer 1: by OffchainLabs/nitro, arbos/tx_processor.go, worked out by hand. */
import {
  concatHex,
  hexToBytes,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
  toRlp,
} from 'viem';
import { expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { type Block, type Receipt, type Transaction, transactionOf } from '../../../../src/core/chain/transaction';
import { ARBITRUM } from '../../../../src/core/evm/families/arbitrum';
import { assemble, BLOCK } from '../scene';
import { executeUnder, type SceneAccount } from './family-scene';

const ID = 1 as NetworkId;
const SENDER = `0x${'aa'.repeat(20)}` as Address;
const TARGET = `0x${'bb'.repeat(20)}` as Address;
const REFUNDED = `0x${'cc'.repeat(20)}` as Address;
const NETWORK = `0x${'dd'.repeat(20)}` as Address;
const INFRA = `0x${'ee'.repeat(20)}` as Address;
const TICKET = `0x${'71'.repeat(32)}` as Hash;
const ESCROW = `0x${keccak256(concatHex([stringToHex('retryable escrow'), TICKET])).slice(26)}` as Address;
/** Wei per gas: of the block, and of that for infrastructure. */
const FEE = BLOCK.baseFee;
const LEAST = 3n;

const block = {
  networkId: ID,
  number: 1,
  timestamp: 1_713_000_000,
  // ArbOS 32.
  mixHash: `0x${'0'.repeat(16)}${'0'.repeat(15)}1${(32).toString(16).padStart(16, '0')}${'0'.repeat(16)}` as Hash,
  baseFeePerGas: FEE,
} as unknown as Block;

const slotIn = (space: Hex, place: number): Hex =>
  `0x${keccak256(concatHex([space, `0x${'00'.repeat(31)}`])).slice(2, 64)}${place.toString(16).padStart(2, '0')}`;
const ARBOS = {
  [slotIn('0x', 3)]: BigInt(NETWORK),
  [slotIn('0x', 6)]: BigInt(INFRA),
  [slotIn(keccak256('0x01'), 3)]: LEAST,
};

type Given = { accounts?: Record<Hex, SceneAccount>; code?: string; receipt?: Partial<Receipt> };

async function execute(more: object, { accounts = {}, code = '', receipt = {} }: Given) {
  const transaction = transactionOf({
    ...{ networkId: ID, hash: TICKET, nonce: 0, from: SENDER, to: TARGET, value: 0n, input: '0x', gas: 100_000 },
    ...{ gasPrice: FEE, maxFeePerGas: FEE, ...more },
  } as unknown as Parameters<typeof transactionOf>[0]) as Transaction;
  const rules = ARBITRUM.rulesAt({ id: ID, name: 'Arbitrum' }, block);
  const own = ARBITRUM.input?.(transaction, block, receipt as Receipt);
  if (!rules.ok || !own?.ok) throw new Error(`not executed: ${JSON.stringify(own)}`);
  const { to, gas, input, type, value } = transaction;
  return executeUnder(
    rules.value,
    {
      [TARGET]: { code: `0x${code}` },
      '0xa4b05fffffffffffffffffffffffffffffffffff': { slots: ARBOS },
      [NETWORK]: { wei: 10n ** 9n },
      [INFRA]: { wei: 10n ** 9n },
      ...accounts,
    },
    {
      ...{
        type,
        from: hexToBytes(SENDER),
        to: to && hexToBytes(to),
        gasLimit: BigInt(gas),
        data: hexToBytes(input),
        value,
      },
      ...{ maxFeePerGas: transaction.maxFeePerGas ?? FEE, maxPriorityFeePerGas: 0n, ...own.value },
    },
  );
}

test.each([0x65, 0x66])(
  'a transaction of type %i from layer 1 runs, pays for its gas and for nothing else',
  async (type) => {
    const arbSys = `${'0'.repeat(38)}64`;
    const aliased = toFunctionSelector('function wasMyCallersAddressAliased()');
    const code = assemble(`${aliased} 224 SHL 0 MSTORE 32 0 4 0 0 0x${arbSys} GAS CALL POP 32 0 RETURN`);
    const nonce = type === 0x66 ? 7n : 0n;
    const {
      result,
      balance,
      nonce: left,
    } = await execute({ type }, { accounts: { [SENDER]: { wei: 10n ** 9n, nonce } }, code });
    expect(result?.success).toBe(true);
    expect(BigInt(`0x${Buffer.from(result?.output ?? []).toString('hex')}`)).toBe(1n);
    const gas = BigInt(result?.gasUsed ?? 0);
    expect(balance(SENDER)).toBe(10n ** 9n - gas * FEE);
    expect(balance(INFRA) - 10n ** 9n).toBe(gas * LEAST);
    expect(balance(NETWORK) - 10n ** 9n).toBe(gas * (FEE - LEAST));
    expect(left(SENDER)).toBe(nonce + 1n);
  },
);

const redeem = {
  ...{ type: 0x68, value: 500n },
  rollup: {
    ticketId: TICKET,
    refundTo: REFUNDED,
    maxRefund: numberToHex(150_000),
    submissionFeeRefund: numberToHex(90_000),
  },
};

test('a ticket that is redeemed gets its value from escrow, and gas that is left goes back to who is refunded, then to the sender', async () => {
  const accounts = { [ESCROW]: { wei: 500n } };
  const { result, balance } = await execute(redeem, { accounts, code: '00' });
  expect(result).toMatchObject({ success: true, gasUsed: 21_000, fees: [] });
  expect([balance(ESCROW), balance(TARGET)]).toEqual([0n, 500n]);
  // 90,000 of the 150,000 are the submission's; what the gas cost (147,000) takes all that is left of them.
  expect(balance(REFUNDED)).toBe(90_000n);
  const left = 79_000n;
  expect(balance(SENDER)).toBe(left * FEE);
  expect(balance(INFRA)).toBe(10n ** 9n - left * LEAST);
  expect(balance(NETWORK)).toBe(10n ** 9n - 90_000n - left * (FEE - LEAST));
});

test('a ticket whose call fails keeps its value, and its submission is not refunded', async () => {
  const accounts = { [ESCROW]: { wei: 500n } };
  const { result, balance } = await execute(redeem, { accounts, code: assemble('0 0 REVERT') });
  expect(result?.success).toBe(false);
  expect([balance(ESCROW), balance(TARGET), balance(REFUNDED)]).toEqual([500n, 0n, 0n]);
  expect(balance(SENDER)).toBe((100_000n - BigInt(result?.gasUsed ?? 0)) * FEE);
});

const submit = {
  ...{ type: 0x69, to: `0x${'0'.repeat(38)}6e`, maxFeePerGas: FEE + 2n, gasPrice: FEE + 2n },
  rollup: {
    ...{ depositValue: numberToHex(2_000_000), retryTo: TARGET, retryValue: numberToHex(500), retryData: '0xabcd' },
    ...{ l1BaseFee: numberToHex(10), maxSubmissionFee: numberToHex(20_000), refundTo: REFUNDED, beneficiary: SENDER },
  },
};

test('a ticket that is submitted pays for itself and for its first attempt, and logs both', async () => {
  const { result, balance } = await execute(submit, { receipt: { gasUsed: 100_000 } });
  expect(result).toMatchObject({ success: true, gasUsed: 100_000 });
  const fee = 10n * (1400n + 12n);
  const excess = 20_000n - fee;
  expect(balance(ESCROW)).toBe(500n);
  expect(balance(REFUNDED)).toBe(excess + 2n * 100_000n);
  expect(balance(INFRA) - 10n ** 9n).toBe(LEAST * 100_000n);
  expect(balance(NETWORK) - 10n ** 9n).toBe(fee + (FEE - LEAST) * 100_000n);
  expect(balance(SENDER)).toBe(2_000_000n - 500n - fee - excess - (FEE + 2n) * 100_000n);
  // All of the deposit but the value and what went back already.
  const maxRefund = 2_000_000n - 500n - excess - 2n * 100_000n;
  const fields = [ID, 0, SENDER, FEE, 100_000, TARGET, 500, '0xabcd', TICKET, REFUNDED, maxRefund, fee]
    .map((each) => (typeof each === 'string' ? (each as Hex) : each === 0 ? '0x' : numberToHex(each)))
    .map((each) => (each.length % 2 === 0 ? each : (`0x0${each.slice(2)}` as Hex)));
  const attempt = keccak256(concatHex(['0x68', toRlp(fields as Hex[])]));
  const [created, scheduled] = result?.logs ?? [];
  const topicsOf = ({ topics, topicCount }: { topics: Uint32Array; topicCount: number }) =>
    Array.from({ length: topicCount }, (_, at) =>
      pad(
        numberToHex(
          topics.subarray(8 * at, 8 * at + 8).reduceRight((value, limb) => (value << 32n) | BigInt(limb), 0n),
        ),
      ),
    );
  expect(created && topicsOf(created)).toEqual([toEventSelector('event TicketCreated(bytes32 indexed)'), TICKET]);
  expect(scheduled && topicsOf(scheduled)).toEqual([
    toEventSelector(
      'event RedeemScheduled(bytes32 indexed,bytes32 indexed,uint64 indexed,uint64,address,uint256,uint256)',
    ),
    TICKET,
    attempt,
    pad('0x'),
  ]);
  const words = [100_000n, BigInt(REFUNDED), maxRefund, fee].map((each) => pad(numberToHex(each)));
  expect(`0x${Buffer.from(scheduled?.data ?? []).toString('hex')}`).toBe(concatHex(words));
});

test('one that nobody attempts at once gets back what the attempt would have cost', async () => {
  const { result, balance } = await execute(submit, { receipt: { gasUsed: 0 } });
  expect(result).toMatchObject({ success: true, gasUsed: 0 });
  expect(result?.logs).toHaveLength(1);
  expect(balance(REFUNDED)).toBe(20_000n - 14_120n + (FEE + 2n) * 100_000n);
});

test('a node that leaves out what a ticket has is told so', () => {
  const { rollup, ...plain } = redeem;
  const given = transactionOf({
    ...plain,
    networkId: ID,
    hash: TICKET,
    nonce: 0,
    from: SENDER,
    input: '0x',
    gas: 1,
  } as Parameters<typeof transactionOf>[0]);
  expect(ARBITRUM.input?.(given as Transaction, block)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/which ticket/),
  });
  expect(rollup.ticketId).toBe(TICKET);
});
