/** Runs a kept simulation again, once for each variation. One thing differs in each run: an override is left out, or the block is another. */

import { bytesToAddress, bytesToHex } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { accountIndex } from '../../../core/evm/state/slots';
import type { State } from '../../../core/evm/state/state';
import type { Witness } from '../../../core/evm/state/witness';
import { wordBytes } from '../../../core/evm/words/words';
import type { SimulationPlan } from '../../../core/simulation/plan';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { effectOf, MAX_VARIATIONS, otherBlocks, withoutOverrides } from '../../../core/simulation/variations';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Chains } from '../../chain/chains';
import { continuedState } from '../replay/earlier-state';
import type { VariationKind, VariedSimulation } from '../simulations.api';
import { runPlan } from './run-in-slices';
import type { SimulationRuns } from './simulation-runs';

export async function varySimulation(
  chains: Chains,
  runs: SimulationRuns,
  id: SimulationId,
  kind: VariationKind,
  signal: AbortSignal,
): Promise<Result<VariedSimulation, Failure>> {
  const ran = await runs.ran(id, signal);
  if (!ran.ok) return ran;
  const { kept, plan, standing, run } = ran.value;
  const all = kind === 'overrides' ? withoutOverrides(plan, kept.placed) : otherBlocks(plan, standing);
  const rpc = await chains.rpc(plan.networkId);
  const isEnd = plan.position.place === 'end';
  let fetched = 0;
  const source = continuedState(
    rpc,
    isEnd ? standing.block.number : standing.block.number - 1,
    signal,
    (done) => {
      fetched = done;
    },
    { witness: kept.witness, empty: slotsReadEmpty(run.state, kept.witness, accountsOverridden(plan)) },
  );
  const effects: VariedSimulation['effects'][number][] = [];
  for (const { label, address, later, plan: varied } of all.slice(0, MAX_VARIATIONS)) {
    const again = await runPlan(varied, standing, source.copied(), { signal });
    if (signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
    effects.push({
      label,
      ...(address === undefined ? {} : { address }),
      ...(again.ok
        ? effectOf(run.outcomes, again.value.outcomes, later)
        : { state: 'unknown', words: `it could not be run: ${again.error.message}` }),
    });
  }
  return ok({ effects, left: Math.max(0, all.length - MAX_VARIATIONS), fetched, uncertain: isEnd ? 0 : fetched });
}

/** Accounts whose storage may hold something else on the chain than in the run. */
function accountsOverridden({ blocks }: SimulationPlan): ReadonlySet<Address> {
  return new Set(
    blocks.flatMap(({ accounts, steps }) =>
      [accounts, ...steps.map((step) => step.accounts)].flatMap((each) => Object.keys(each) as Address[]),
    ),
  );
}

/** Returns the slots that the run read as zero, which its witness lacks, but for the accounts `except`. Linear in the slots. */
export function slotsReadEmpty(state: State, { accounts }: Witness, except: ReadonlySet<Address>) {
  const held = new Set(
    accounts.flatMap(({ address, storage }) =>
      Array.from({ length: storage.length / 64 }, (_, at) => keyOf(address, storage.subarray(at * 64, at * 64 + 32))),
    ),
  );
  const { slots } = state;
  const empty: { address: Uint8Array; key: Uint8Array }[] = [];
  for (let slot = 0; slot < slots.length; slot++) {
    const address = state.addressBytes(accountIndex(slots.account[slot]));
    if (slots.known[slot] === 0 || except.has(bytesToAddress(address))) continue;
    const key = wordBytes(slots.keys, slot);
    if (!held.has(keyOf(address, key))) empty.push({ address, key });
  }
  return empty;
}

function keyOf(address: Uint8Array, key: Uint8Array): string {
  return bytesToHex(address) + bytesToHex(key);
}
