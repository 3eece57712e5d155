/**
 * Where a token keeps an amount: in one of the slots that it reads when it is
 * asked for it. A slot is tried by filling it with ones: what the token then
 * says shows whether the amount is in there, how many bits it has, and, tried
 * at each byte, where they begin.
 */
import { hexToBytes } from '../chain/hex';
import type { Address, Hex } from '../chain/primitives';
import { EMPTY_WATCHER, type Watcher } from '../evm/recording/watcher';
import { type AccountIndex, accountIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { madeUpCall, type TransactionInput } from '../evm/transaction/transaction-input';
import { LIMBS, toBigInt } from '../evm/words/words';
import { callData, TOKEN_CALLS } from '../tokens/token-calls';
import type { TokenAmount } from './named-overrides';

/** More than any token needs for it. */
const GAS = 10_000_000n;
/** Slots that are tried. */
const MAX_TRIED = 64;
const WORD_BITS = 256;

/** Encodes the call that asks the token for the holder's balance, or for the amount that a spender may take of it. */
export function amountQuestion({ holder, spender }: Pick<TokenAmount, 'holder' | 'spender'>): Hex {
  return spender === undefined
    ? callData(TOKEN_CALLS.balanceOf, holder)
    : callData(TOKEN_CALLS.allowance, holder, spender);
}

export const DECIMALS_QUESTION = TOKEN_CALLS.decimals;

/** Returns a call that nobody signed, by the holder itself: some tokens tell a balance to nobody else. */
export function questionOf(token: Address, from: Address, data: Hex): TransactionInput {
  return madeUpCall({ from: hexToBytes(from), to: hexToBytes(token), data: hexToBytes(data), gasLimit: GAS });
}

export type ReadSlot = { account: AccountIndex; key: bigint };

/** Notes the slots that are read, for an execution on `state`. */
export class SlotsRead {
  private readonly found = new Map<string, ReadSlot>();
  readonly watcher: Watcher;

  constructor(state: State) {
    this.watcher = {
      ...EMPTY_WATCHER,
      storageRead: (_frame, slot, transient) => {
        if (transient) return;
        const account = accountIndex(state.slots.account[slot]);
        const key = toBigInt(state.slots.keys, slot * LIMBS);
        const id = `${account} ${key}`;
        this.found.delete(id);
        this.found.set(id, { account, key });
      },
    };
  }

  /** The one that was read last comes first: what is answered is mostly the last thing that is read. */
  candidates(): readonly ReadSlot[] {
    return [...this.found.values()].reverse().slice(0, MAX_TRIED);
  }
}

/** Returns how many bits an amount has, by the value that a slot of ones is read as; undefined where that is no field of the slot. */
export function bitsOfField(answer: bigint | undefined): number | undefined {
  if (answer === undefined || answer === 0n || (answer & (answer + 1n)) !== 0n) return undefined;
  const bits = answer.toString(2).length;
  // A flag or a count of decimals beside it is no amount.
  return bits < MIN_BITS ? undefined : bits;
}
const MIN_BITS = 16;

/** Returns the bits at which a field of so many bits may begin: each byte from the low end, and right below the high end. */
export function placesOfField(bits: number): readonly number[] {
  const places: number[] = [];
  for (let shift = 0; shift + bits <= WORD_BITS; shift += 8) places.push(shift);
  if (!places.includes(WORD_BITS - bits)) places.push(WORD_BITS - bits);
  return places;
}

/** Returns the word with the amount in its field; undefined where the field is too small for it. */
export function withField(
  word: bigint,
  { bits, shift }: { bits: number; shift: number },
  amount: bigint,
): bigint | undefined {
  const ones = (1n << BigInt(bits)) - 1n;
  if (amount > ones) return undefined;
  return (word & ~(ones << BigInt(shift))) | (amount << BigInt(shift));
}
