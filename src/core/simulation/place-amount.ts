/**
 * Puts an amount into the slot in which a token keeps it, found by running the
 * token: what it answers with other words in the slots that it reads tells
 * which one it is.
 */

import { bytesToAddress, bytesToHex, wordHex } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import type { BlockEnvironment } from '../evm/environment';
import type { State } from '../evm/state/state';
import { Execution } from '../evm/transaction/execution';
import { fromBigInt, LIMBS, toBigInt } from '../evm/words/words';
import type { Failure } from '../values/failure';
import { fail, ok, type Result } from '../values/result';
import { type TokenAmount, unitsOf } from './named-overrides';
import { layOver } from './overlay';
import {
  amountQuestion,
  bitsOfField,
  DECIMALS_QUESTION,
  placesOfField,
  questionOf,
  type ReadSlot,
  SlotsRead,
  withField,
} from './token-slots';

/**
 * State and environment in which calls of a token run, between two transactions; state that is missing comes from
 * elsewhere.
 */
export type TokenBench = {
  state: State;
  environment: BlockEnvironment;
  /** Runs to the end; answers why it did not. */
  run(execution: Execution): Promise<Failure | undefined>;
  /** Supplies what the state says is missing. */
  supplyMissing(): Promise<Failure | undefined>;
};

/** A word that the slot of an account holds now, and what it was put there for. */
export type PlacedWord = { address: Address; key: Hash; value: Hash; name: string };

type Answer = { value: bigint | undefined; read: readonly ReadSlot[] };

const ONES = (1n << 256n) - 1n;
const MAX_DECIMALS = 77n;

/**
 * Leaves the amount in its slot. The inner error is a sentence that says why the token has no such slot; then every slot is
 * as it was.
 */
export async function placeAmount(
  bench: TokenBench,
  asked: TokenAmount,
): Promise<Result<Result<PlacedWord, string>, Failure>> {
  const { token, holder, spender } = asked;
  const what = spender === undefined ? `balance of ${holder}` : `allowance of ${holder} for ${spender}`;
  const refuse = (reason: string) => ok(fail(`The ${what} at the token ${token}: ${reason}`));
  const amount = await unitsAsked(bench, asked);
  if (!amount.ok) return amount;
  if (!amount.value.ok) return refuse(amount.value.error);
  const units = amount.value.value;
  const question = amountQuestion(asked);
  const before = await ask(bench, asked, question);
  if (!before.ok) return before;
  if (before.value.value === undefined) return refuse('it does not answer, so it is no token of this kind.');
  for (const slot of before.value.read) {
    const word = await wordOf(bench, slot);
    if (!word.ok) return word;
    const found = await tryPlaces(bench, asked, question, slot, word.value, units);
    if (!found.ok) return found;
    if (found.value !== undefined)
      return ok(
        ok({
          address: addressOf(bench, slot),
          key: wordHex(slot.key),
          value: wordHex(found.value),
          name: `${what} = ${units}`,
        }),
      );
    writeSlot(bench, slot, word.value);
  }
  return refuse(
    before.value.read.length === 0
      ? 'it reads no slot for it, so there is nothing to change.'
      : 'no slot that it reads holds that amount alone; it may be computed, as shares are. Change its slots or variables instead.',
  );
}

/** The word that makes the token answer the amount, left in the slot; undefined where the amount is not in there. */
async function tryPlaces(
  bench: TokenBench,
  asked: TokenAmount,
  question: Hex,
  slot: ReadSlot,
  word: bigint,
  units: bigint,
): Promise<Result<bigint | undefined, Failure>> {
  const answerWith = async (tried: bigint): Promise<Result<bigint | undefined, Failure>> => {
    writeSlot(bench, slot, tried);
    const answer = await ask(bench, asked, question);
    return answer.ok ? ok(answer.value.value) : answer;
  };
  const full = await answerWith(ONES);
  if (!full.ok) return full;
  const bits = bitsOfField(full.value);
  if (bits === undefined) return ok(undefined);
  // Zero is what a token says for other reasons too: the field is found by an amount that is not.
  const probe = units === 0n ? 1n : units;
  for (const shift of placesOfField(bits)) {
    const [wanted, probing] = [units, probe].map((amount) => withField(word, { bits, shift }, amount));
    if (wanted === undefined || probing === undefined) return ok(undefined);
    const probed = await answerWith(probing);
    if (!probed.ok) return probed;
    if (probed.value !== probe) continue;
    const answered = await answerWith(wanted);
    if (!answered.ok) return answered;
    if (answered.value === units) return ok(wanted);
  }
  return ok(undefined);
}

async function unitsAsked(bench: TokenBench, asked: TokenAmount): Promise<Result<Result<bigint, string>, Failure>> {
  if ('units' in asked.amount) return ok(ok(asked.amount.units));
  const answer = await ask(bench, asked, DECIMALS_QUESTION);
  if (!answer.ok) return answer;
  const decimals = answer.value.value;
  if (decimals === undefined || decimals > MAX_DECIMALS)
    return ok(fail('it does not say how many decimals it has; state the amount in its smallest unit.'));
  return ok(unitsOf(asked.amount, Number(decimals)));
}

/** What the token answers, undefined where it fails or answers no word. */
async function ask(
  { state, environment, run }: TokenBench,
  { token, holder }: TokenAmount,
  question: Hex,
): Promise<Result<Answer, Failure>> {
  const read = new SlotsRead(state);
  const execution = new Execution(state, environment, questionOf(token, holder, question), read.watcher, true);
  const failed = await run(execution);
  if (failed) return fail(failed);
  const { result } = execution;
  const isWord = result?.success === true && result.output.length === 32;
  return ok({ value: isWord ? BigInt(bytesToHex(result.output)) : undefined, read: read.candidates() });
}

/** Returns the word in the slot, and asks for it where it is not known. */
export async function wordOf(bench: TokenBench, { account, key }: ReadSlot): Promise<Result<bigint, Failure>> {
  const { state } = bench;
  const limbs = new Uint32Array(LIMBS);
  fromBigInt(key, limbs, 0);
  const slot = state.slots.indexOf(account, limbs, 0);
  while (!state.requireSlot(slot)) {
    const failed = await bench.supplyMissing();
    if (failed) return fail(failed);
  }
  return ok(toBigInt(state.slots.current, slot * LIMBS));
}

function addressOf({ state }: TokenBench, { account }: ReadSlot): Address {
  return bytesToAddress(state.addressBytes(account));
}

function writeSlot(bench: TokenBench, slot: ReadSlot, word: bigint): void {
  const stateDiff = { [wordHex(slot.key)]: wordHex(word) };
  layOver(bench.state, { address: addressOf(bench, slot), override: { stateDiff } });
}
