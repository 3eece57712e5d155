/** Runs a simulation of a file, and holds it against what it expects: for `loupe simulate` and `loupe check`. */
import { resolve } from 'node:path';
import '../memory-database';
import type { NetworkId } from '../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../src/core/config/runtime-config';
import { formatInteger } from '../../src/core/format/counts';
import { draftOf } from '../../src/core/simulation/draft';
import { hasSucceeded } from '../../src/core/simulation/has-succeeded';
import { signatureBytes } from '../../src/core/simulation/typed-data';
import { harmlessText } from '../../src/core/text/harmless';
import type { Failure } from '../../src/core/values/failure';
import { parseJson } from '../../src/core/values/json-fields';
import type { Result } from '../../src/core/values/result';
import { createEngine, type Engine } from '../../src/workers/engine';
import type { JobId } from '../../src/workers/ids';
import type { SimulatedStep, SimulationResult } from '../../src/workers/trace/simulations.api';
import type { StateChange } from '../../src/workers/trace/views.api';
import { openTrace } from '../open-trace';
import { readText } from '../read-file';
import { withoutPages } from './open-chain';

const JOB = 'run' as JobId;

/** How a step came out. Gas is a number, absent where nothing ran. */
export type StepReport = {
  label: string;
  isAsExpected: boolean;
  words: string;
  gasUsed?: number;
  /** Why the step failed: the error of the contract, as far as it is known. */
  reason?: string;
  unmet: readonly string[];
  /** State that the step changed, where that was asked for and could be read. */
  state?: readonly StateLine[];
};

/** A field of an account that a step changed: `balance`, `nonce`, `code` or a slot; decimal text or hex. */
export type StateLine = { address: string; field: string; before: string; after: string };

/** `code` 0: as expected · 1: otherwise · 2: not run, for the reason in `problem`. */
export type SimulationReport = {
  file: string;
  code: 0 | 1 | 2;
  problem?: string;
  block?: number;
  steps?: readonly StepReport[];
};

/** Runs the simulation of a file in a folder: on what it read when it was saved, or with an endpoint anew. Never throws for what the file holds. */
export async function simulateFile(
  file: string,
  folder: string,
  rpcUrl: string | undefined,
  withState = false,
): Promise<SimulationReport> {
  const refused = (problem: string): SimulationReport => ({ file, code: 2, problem });
  const text = readText(resolve(folder, file));
  if (!text.ok) return refused(text.error);
  const draft = draftOf(parseJson(text.value));
  if (draft === undefined) return refused('this is no simulation of version 1.');
  const networkId = Number(draft.network);
  const config = parseRuntimeConfig({
    networks: [{ id: networkId, rpcUrls: rpcUrl === undefined ? [] : [rpcUrl] }],
    defaultNetwork: networkId,
  });
  if (!config.ok) return refused('its network is no chain id, or the RPC URL none.');
  const engine = createEngine({});
  await engine.chain.configure(config.value);
  const result =
    rpcUrl === undefined ? await openFile(engine, text.value) : await engine.trace.runSimulation(JOB, draft);
  await engine.settled();
  if (!result.ok) return refused(withoutPages(result.error.message));
  const steps: StepReport[] = [];
  for (const step of result.value.steps)
    steps.push(reportOf(step, await lookInto(engine, networkId as NetworkId, step, withState)));
  await engine.settled();
  const code = steps.every(({ isAsExpected }) => isAsExpected) ? 0 : 1;
  return { file, code, block: result.value.block.number, steps };
}

/**
 * Why a step failed, as its page says it, and the state that it changed; each absent where it is not known or not asked
 * for.
 */
type Looked = { reason?: string | undefined; state?: readonly StateLine[] };

async function lookInto(
  engine: Engine,
  networkId: NetworkId,
  step: SimulatedStep,
  withState: boolean,
): Promise<Looked> {
  const { hash, outcome } = step;
  if (hash === undefined || outcome.state !== 'executed' || (outcome.success && !withState)) return {};
  const opened = await openTrace(engine, JOB, { networkId, hash });
  if (!opened.ok) return {};
  await engine.settled();
  const { handle } = opened.value;
  const changes = withState ? await engine.trace.stateChanges(handle) : undefined;
  return {
    reason: (await engine.trace.outcome(handle)).failing?.reason,
    ...(changes?.ok && { state: changes.value.accounts.flatMap(stateLines) }),
  };
}

/** The receiver of the fees is left out: what it gets follows from the gas. */
function stateLines({ address, coinbase, balance, nonce, code, storage }: StateChange): StateLine[] {
  if (coinbase) return [];
  const line = (field: string, before: unknown, after: unknown) => ({
    address,
    field,
    before: `${before}`,
    after: `${after}`,
  });
  return [
    ...(balance ? [line('balance', balance.before, balance.after)] : []),
    ...(nonce ? [line('nonce', nonce.before, nonce.after)] : []),
    ...(code ? [line('code', `${code.before.bytes} bytes`, `${code.after.bytes} bytes`)] : []),
    ...storage.map(({ key, before, after }) => line(key, before, after)),
  ];
}

async function openFile({ trace }: Engine, text: string): Promise<Result<SimulationResult, Failure>> {
  const opened = await trace.openSimulationFile(JOB, text);
  return opened.ok ? trace.simulationResult(JOB, opened.value) : opened;
}

/** Whether the step came out as expected; without expectations it is expected to succeed. */
function isAsExpected({ outcome, unmet }: SimulatedStep): boolean {
  return unmet === undefined ? hasSucceeded(outcome) : unmet.length === 0;
}

function reportOf(step: SimulatedStep, { reason, state }: Looked): StepReport {
  const { outcome, label, unmet = [] } = step;
  const why = reason === undefined || reason === '' ? '' : harmlessText(reason, 300);
  const words =
    outcome.state === 'executed'
      ? `${outcome.success ? 'succeeds' : failureText(outcome.error ?? 'fails', why)}, ${formatInteger(outcome.gasUsed)} gas`
      : outcome.state === 'invalid'
        ? `cannot be in a block: ${outcome.reason}`
        : outcome.state === 'signed'
          ? `signed: ${signatureBytes(outcome.signature)}`
          : 'not run';
  return {
    label: harmlessText(label, 80),
    isAsExpected: isAsExpected(step),
    words: harmlessText(words, 500),
    ...(outcome.state === 'executed' && { gasUsed: outcome.gasUsed }),
    ...(why !== '' && { reason: why }),
    unmet: unmet.map((each) => harmlessText(each, 300)),
    ...(state && { state }),
  };
}

function failureText(error: string, reason: string): string {
  return reason === '' || reason === error ? error : `${error}: ${reason}`;
}
