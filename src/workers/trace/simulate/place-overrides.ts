/**
 * Finds where named overrides lie: variables by the layout of their contract's
 * sources, amounts of tokens by asking the token in the engine. Each is read
 * from the state right before its block or step, so that what stands beside it
 * in a slot stays.
 */
import type { Address, Hash } from '../../../core/chain/primitives';
import type { BlockEnvironment } from '../../../core/evm/environment';
import { Execution } from '../../../core/evm/transaction/execution';
import { fromBigInt, LIMBS, toBigInt } from '../../../core/evm/words/words';
import { type Failure, failure } from '../../../core/failure';
import { bytesToAddress, bytesToHex, hexToBytes } from '../../../core/hex';
import { fail, ok, type Result } from '../../../core/result';
import {
  type NamedOverrides,
  type NamedVariable,
  type PlacedOverride,
  type TokenAmount,
  unitsOf,
  withPlaced,
} from '../../../core/simulation/named-overrides';
import { layOver, overlaysOf } from '../../../core/simulation/overlay';
import type { SimulationPlan } from '../../../core/simulation/plan';
import { prepareRun, type Standing } from '../../../core/simulation/prepare';
import {
  amountQuestion,
  bitsOfField,
  DECIMALS_QUESTION,
  placesOfField,
  questionOf,
  type ReadSlot,
  SlotsRead,
  withField,
} from '../../../core/simulation/token-slots';
import { placeOfVariable, slotsBefore, writesOf } from '../../../core/simulation/variable-writes';
import type { StorageVariable } from '../../../core/source/values/storage-layout';
import type { LazyState, ReplayState } from '../replay/replay-state';
import { runToEnd } from '../replay/run-to-end';
import { execute } from './execute-plan';

/** The variables of the contract that runs at an address. */
export type FindLayout = (address: Address) => Promise<Result<readonly StorageVariable[], Failure>>;

type Moment = { block: number; step?: number; named: NamedOverrides; stepsBefore: number };

const ONES = (1n << 256n) - 1n;
const MAX_DECIMALS = 77;

/** What the named overrides of the plan became, in the order in which they are laid over. Fails with `unsupported` where one has no place. */
export async function placeOverrides(
  plan: SimulationPlan,
  standing: Standing,
  source: LazyState,
  findLayout: FindLayout,
  signal: AbortSignal,
): Promise<Result<readonly PlacedOverride[], Failure>> {
  const placed: PlacedOverride[] = [];
  for (const moment of momentsOf(plan)) {
    const { block, step, named, stepsBefore } = moment;
    const copy = source.copied();
    const known = withPlaced(plan, placed);
    if (stepsBefore > 0) {
      const ran = await execute(known, standing, copy, signal, () => undefined, { last: stepsBefore - 1 });
      if (!ran.ok) return ran;
    }
    const environment = prepareRun(known, standing, copy.hashes)[block]?.environment;
    if (environment === undefined) continue;
    const placer = new Placer(copy, environment, signal);
    const laid = [
      known.blocks[block]?.accounts,
      step === undefined ? undefined : known.blocks[block]?.steps[step]?.accounts,
    ];
    for (const overlay of laid.flatMap((accounts) => overlaysOf(accounts))) {
      const missing = await placer.requireAccount(overlay.address);
      if (missing) return fail(missing);
      layOver(copy.state, overlay);
    }
    const where = { block, ...(step === undefined ? {} : { step }) };
    for (const variable of named.variables) {
      const layout = await findLayout(variable.address);
      if (!layout.ok) return layout;
      const words = await placer.placeVariable(variable, layout.value);
      if (!words.ok) return words;
      placed.push(...words.value.map((word) => ({ ...where, ...word })));
    }
    for (const amount of named.tokens) {
      const word = await placer.placeAmount(amount);
      if (!word.ok) return word;
      placed.push({ ...where, ...word.value });
    }
  }
  return ok(placed);
}

function momentsOf({ blocks }: SimulationPlan): Moment[] {
  const moments: Moment[] = [];
  let stepsBefore = 0;
  for (const [block, { named, steps }] of blocks.entries()) {
    if (named !== undefined) moments.push({ block, named, stepsBefore });
    for (const [step, each] of steps.entries()) {
      if (each.named !== undefined) moments.push({ block, step, named: each.named, stepsBefore });
      stepsBefore++;
    }
  }
  return moments;
}

type PlacedWord = Pick<PlacedOverride, 'address' | 'key' | 'value' | 'name'>;
type Answer = { value: bigint | undefined; read: readonly ReadSlot[] };

class Placer {
  constructor(
    private readonly source: ReplayState,
    private readonly environment: BlockEnvironment,
    private readonly signal: AbortSignal,
  ) {}

  async placeVariable(
    { address, path, value }: NamedVariable,
    layout: readonly StorageVariable[],
  ): Promise<Result<readonly PlacedWord[], Failure>> {
    const name = `${path} = ${value}`;
    const refuse = (reason: string) => fail(failure('unsupported', `“${name.slice(0, 120)}” of ${address}: ${reason}`));
    const place = placeOfVariable(path, layout);
    if (!place.ok) return refuse(place.error);
    const words = new Map<bigint, bigint>();
    for (const slot of slotsBefore(place.value)) {
      const word = await this.wordAt(address, slot);
      if (!word.ok) return word;
      words.set(slot, word.value);
    }
    const writes = writesOf(place.value, value, (slot) => words.get(slot) ?? 0n);
    if (!writes.ok) return refuse(writes.error);
    const placed = writes.value.map(({ slot, word }) => ({ address, key: hexOf(slot), value: hexOf(word), name }));
    for (const each of placed) this.write(address, BigInt(each.key), BigInt(each.value));
    return ok(placed);
  }

  async placeAmount(asked: TokenAmount): Promise<Result<PlacedWord, Failure>> {
    const { token, holder, spender } = asked;
    const what = spender === undefined ? `balance of ${holder}` : `allowance of ${holder} for ${spender}`;
    const refuse = (reason: string) => fail(failure('unsupported', `The ${what} at the token ${token}: ${reason}`));
    const amount = await this.unitsAsked(asked);
    if (!amount.ok) return amount;
    if (!amount.value.ok) return refuse(amount.value.error);
    const units = amount.value.value;
    const question = amountQuestion(asked);
    const before = await this.ask(asked, question);
    if (!before.ok) return before;
    if (before.value.value === undefined) return refuse('it does not answer, so it is no token of this kind.');
    for (const slot of before.value.read) {
      const word = await this.wordOf(slot);
      if (!word.ok) return word;
      const found = await this.tryPlaces(asked, question, slot, word.value, units);
      if (!found.ok) return found;
      if (found.value !== undefined)
        return ok({
          address: this.addressOf(slot),
          key: hexOf(slot.key),
          value: hexOf(found.value),
          name: `${what} = ${units}`,
        });
      this.writeSlot(slot, word.value);
    }
    return refuse(
      before.value.read.length === 0
        ? 'it reads no slot for it, so there is nothing to change.'
        : 'no slot that it reads holds that amount alone; it may be computed, as shares are. Change its slots or variables instead.',
    );
  }

  /** The word that makes the token answer the amount, left in the slot; undefined where the amount is not in there. */
  private async tryPlaces(
    asked: TokenAmount,
    question: Parameters<typeof questionOf>[2],
    slot: ReadSlot,
    word: bigint,
    units: bigint,
  ): Promise<Result<bigint | undefined, Failure>> {
    const answerWith = async (tried: bigint): Promise<Result<bigint | undefined, Failure>> => {
      this.writeSlot(slot, tried);
      const answer = await this.ask(asked, question);
      return answer.ok ? ok(answer.value.value) : answer;
    };
    const full = await answerWith(ONES);
    if (!full.ok) return full;
    const bits = bitsOfField(full.value);
    if (bits === undefined) return ok(undefined);
    for (const shift of placesOfField(bits)) {
      const wanted = withField(word, { bits, shift }, units);
      if (wanted === undefined) return ok(undefined);
      // Zero is what a token says for other reasons too: the field is found by one that is not.
      const probe = withField(word, { bits, shift }, units === 0n ? 1n : units) ?? word;
      const probed = await answerWith(probe);
      if (!probed.ok) return probed;
      if (probed.value !== (units === 0n ? 1n : units)) continue;
      const answered = await answerWith(wanted);
      if (!answered.ok) return answered;
      if (answered.value === units) return ok(wanted);
    }
    return ok(undefined);
  }

  private async unitsAsked(asked: TokenAmount): Promise<Result<Result<bigint, string>, Failure>> {
    if ('units' in asked.amount) return ok(ok(asked.amount.units));
    const answer = await this.ask(asked, DECIMALS_QUESTION);
    if (!answer.ok) return answer;
    const decimals = answer.value.value;
    if (decimals === undefined || decimals > BigInt(MAX_DECIMALS))
      return ok(fail('it does not say how many decimals it has; state the amount in its smallest unit.'));
    return ok(unitsOf(asked.amount, Number(decimals)));
  }

  /** What the token answers, undefined where it fails or answers no word. */
  private async ask(
    { token, holder }: TokenAmount,
    question: Parameters<typeof questionOf>[2],
  ): Promise<Result<Answer, Failure>> {
    const { state } = this.source;
    const input = questionOf(token, holder, question);
    const read = new SlotsRead(state);
    const execution = new Execution(state, this.environment, input, read.watcher, true);
    const failed = await runToEnd(execution, this.source, this.signal);
    if (failed) return fail(failed);
    const { result } = execution;
    const isWord = result?.success === true && result.output.length === 32;
    return ok({ value: isWord ? BigInt(bytesToHex(result.output)) : undefined, read: read.candidates() });
  }

  async requireAccount(address: Address): Promise<Failure | undefined> {
    const { state } = this.source;
    const account = state.indexOfAddress(hexToBytes(address));
    while (!state.requireAccount(account)) {
      const failed = await this.supplyMissing();
      if (failed) return failed;
    }
    return undefined;
  }

  private async wordAt(address: Address, key: bigint): Promise<Result<bigint, Failure>> {
    const missing = await this.requireAccount(address);
    if (missing) return fail(missing);
    return this.wordOf({ account: this.source.state.indexOfAddress(hexToBytes(address)), key });
  }

  private async wordOf({ account, key }: ReadSlot): Promise<Result<bigint, Failure>> {
    const { state } = this.source;
    const limbs = new Uint32Array(LIMBS);
    fromBigInt(key, limbs, 0);
    const slot = state.slots.indexOf(account, limbs, 0);
    while (!state.requireSlot(slot)) {
      const failed = await this.supplyMissing();
      if (failed) return fail(failed);
    }
    return ok(toBigInt(state.slots.current, slot * LIMBS));
  }

  private async supplyMissing(): Promise<Failure | undefined> {
    const { missing } = this.source.state;
    if (missing === undefined || missing.kind === 'library')
      return failure('unsupported', 'The state of a named override could not be read.');
    return this.source.supply(missing, () => []);
  }

  private addressOf({ account }: ReadSlot): Address {
    return bytesToAddress(this.source.state.addressBytes(account));
  }

  private writeSlot(slot: ReadSlot, word: bigint): void {
    this.write(this.addressOf(slot), slot.key, word);
  }

  private write(address: Address, key: bigint, word: bigint): void {
    layOver(this.source.state, { address, override: { stateDiff: { [hexOf(key)]: hexOf(word) } } });
  }
}

function hexOf(word: bigint): Hash {
  return `0x${word.toString(16).padStart(64, '0')}` as Hash;
}
