/**
 * How a token pays the fees of a CIP-64 transaction: the directory of fee
 * currencies says at which rate and with how much gas, and the token's contract
 * takes the most that it may cost and gives back what is over. Sources:
 * celo-org/celo-kona, crates/celo-revm (handler.rs, fee_currency_context.rs,
 * constants.rs, contracts/erc20.rs); celo-org/celo-proposals, CIP-64.
 */
import { bytesToHex, hexToBytes } from '../../../chain/hex';
import { least } from '../../../values/least';
import type { BlockFields } from '../../block-fields';
import { toBigInt } from '../../precompiles/result';
import type { TransactionInput } from '../../transaction/transaction-input';
import type { FeeContract, FeeTerms } from '../protocol';

const MAINNET_DIRECTORY = hexToBytes('0x15f344b9e6c3cb6f0376a36a64928b13f62c6276');
const DIRECTORIES: Readonly<Record<number, Uint8Array | undefined>> = {
  11142220: hexToBytes('0x9212fb72ae65367a7c887ec4ad9be310bac611bf'),
};
export const FEE_HANDLER = hexToBytes('0xcd437749e43a154c07f3553504c68fbfd56b8778');
/** Account that makes the calls. */
const NOBODY = new Uint8Array(20);
const QUESTION_GAS = 30_000_000;
/** The calls may use so many times the gas that is paid for them. */
const LENIENCY = 3;

const RATE = '0xefb7601d'; // getExchangeRate(address)
const CONFIG = '0xeab43d97'; // getCurrencyConfig(address)
const DEBIT = '0x58cf9672'; // debitGasFees(address,uint256)
const CREDIT = '0x6a30b253'; // creditGasFees(address,address,address,address,uint256,uint256,uint256,uint256)

/** What a fee currency costs in one block: the base fee in it, and the gas that is paid for the calls of its token. */
type Rate = { baseFee: bigint; intrinsic: number };
/** Rates by token; the first transaction of a block that pays in a token settles its rate for the others. */
const rates = new WeakMap<BlockFields, Map<string, Rate>>();

/** Returns how the token of the transaction takes its fees; undefined for one that pays in CELO. */
export function feeCurrency(transaction: TransactionInput, block: BlockFields): FeeContract | undefined {
  const { feeToken } = transaction;
  if (feeToken === undefined) return undefined;
  const ofBlock = rates.get(block) ?? new Map<string, Rate>();
  rates.set(block, ofBlock);
  const name = bytesToHex(feeToken.address);
  const known = ofBlock.get(name);
  const to = DIRECTORIES[Number(block.chainId)] ?? MAINNET_DIRECTORY;
  const about = (selector: string) => ({
    from: NOBODY,
    to,
    input: calldata(selector, feeToken.address),
    gas: QUESTION_GAS,
  });
  return {
    questions: known ? [] : [about(CONFIG), ...(feeToken.baseFee === undefined ? [about(RATE)] : [])],
    terms: (answers) => {
      const rate = known ?? rateOf(answers, block.baseFee, feeToken.baseFee);
      if (rate === undefined) return `fee currency not registered: ${name}`;
      ofBlock.set(name, rate);
      return termsOf(transaction, block, feeToken.address, rate);
    },
  };
}

function rateOf(
  [config, rate]: readonly (Uint8Array | undefined)[],
  baseFee: bigint,
  stated: bigint | undefined,
): Rate | undefined {
  if (config === undefined || config.length < 64) return undefined;
  const intrinsic = Number(wordAt(config, 1));
  if (stated !== undefined) return { baseFee: stated, intrinsic };
  if (rate === undefined || rate.length < 64) return undefined;
  const [numerator, denominator] = [wordAt(rate, 0), wordAt(rate, 1)];
  if (numerator === 0n || denominator === 0n) return undefined;
  return { baseFee: (baseFee * numerator) / denominator, intrinsic };
}

function termsOf(
  { from, gasLimit, maxFeePerGas, maxPriorityFeePerGas }: TransactionInput,
  { coinbase }: BlockFields,
  token: Uint8Array,
  { baseFee, intrinsic }: Rate,
): FeeTerms | string {
  if (maxFeePerGas < baseFee) return 'max fee per gas less than block base fee';
  if (maxFeePerGas < maxPriorityFeePerGas) return 'max priority fee per gas higher than max fee per gas';
  const wanted = baseFee + maxPriorityFeePerGas;
  const price = least(wanted, maxFeePerGas);
  const call = { from: NOBODY, to: token };
  const most = intrinsic * LENIENCY;
  const tipTo = coinbase.some((byte) => byte !== 0) ? coinbase : FEE_HANDLER;
  return {
    price,
    baseFee,
    intrinsic,
    take: { ...call, input: calldata(DEBIT, from, gasLimit * price), gas: most },
    share: (gasUsed, taking) => {
      const [refund, tip, base] = [(gasLimit - gasUsed) * price, gasUsed * (price - baseFee), gasUsed * baseFee];
      const input = calldata(CREDIT, from, tipTo, NOBODY, FEE_HANDLER, refund, tip, 0n, base);
      return { ...call, input, gas: Math.max(0, most - taking) };
    },
  };
}

function calldata(selector: string, ...words: readonly (Uint8Array | bigint)[]): Uint8Array {
  const hex = words.map((word) => (typeof word === 'bigint' ? word.toString(16) : bytesToHex(word).slice(2)));
  return hexToBytes(`0x${selector.slice(2)}${hex.map((each) => each.padStart(64, '0')).join('')}`);
}

function wordAt(bytes: Uint8Array, index: number): bigint {
  return toBigInt(bytes.subarray(32 * index, 32 * index + 32));
}
