/**
 * Finds where named overrides lie: variables by the layout of their contract's
 * sources, amounts of tokens by asking the token in the engine. Each is read
 * from the state right before its block or step, so that what stands beside it
 * in a slot stays.
 */

import { hexToBytes, wordHex } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import type { BlockEnvironment } from '../../../core/evm/environment';
import type {
  NamedOverrides,
  NamedVariable,
  PlacedOverride,
  TokenAmount,
} from '../../../core/simulation/named-overrides';
import { layOver, overlaysOf } from '../../../core/simulation/overlay';
import { type PlacedWord, placeAmount, type TokenBench, wordOf } from '../../../core/simulation/place-amount';
import { type SimulationPlan, withPlaced } from '../../../core/simulation/plan';
import { prepareRun, type Standing } from '../../../core/simulation/prepare';
import { placeOfVariable, slotsBefore, writesOf } from '../../../core/simulation/variable-writes';
import type { StorageVariable } from '../../../core/source/values/storage-layout';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { LazyState, ReplayState } from '../replay/replay-state';
import { runToEnd } from '../replay/run-to-end';
import { runPlan } from './run-in-slices';

/** The variables of the contract that runs at an address. */
export type FindLayout = (address: Address) => Promise<Result<readonly StorageVariable[], Failure>>;

type Moment = { block: number; step?: number; named: NamedOverrides; stepsBefore: number };

/** Resolves the named overrides of the plan, in the order in which they are laid over. Fails with `unsupported` where one has no place. */
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
      const ran = await runPlan(known, standing, copy, { signal }, { last: stepsBefore - 1 });
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

class Placer {
  private readonly bench: TokenBench;

  constructor(
    private readonly source: ReplayState,
    environment: BlockEnvironment,
    signal: AbortSignal,
  ) {
    this.bench = {
      state: source.state,
      environment,
      run: (execution) => runToEnd(execution, source, signal),
      supplyMissing: () => this.supplyMissing(),
    };
  }

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
    const placed = writes.value.map(({ slot, word }) => ({ address, key: wordHex(slot), value: wordHex(word), name }));
    for (const each of placed) this.write(address, BigInt(each.key), BigInt(each.value));
    return ok(placed);
  }

  async placeAmount(asked: TokenAmount): Promise<Result<PlacedWord, Failure>> {
    const placed = await placeAmount(this.bench, asked);
    if (!placed.ok) return placed;
    return placed.value.ok ? placed.value : fail(failure('unsupported', placed.value.error));
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
    return wordOf(this.bench, { account: this.source.state.indexOfAddress(hexToBytes(address)), key });
  }

  private async supplyMissing(): Promise<Failure | undefined> {
    const { missing } = this.source.state;
    if (missing === undefined || missing.kind === 'library')
      return failure('unsupported', 'The state of a named override could not be read.');
    return this.source.supply(missing, () => []);
  }

  private write(address: Address, key: bigint, word: bigint): void {
    layOver(this.source.state, { address, override: { stateDiff: { [wordHex(key)]: wordHex(word) } } });
  }
}
