/**
 * `loupe simulate FILE…`: runs simulations that were saved as files, and checks what they expect.
 *
 * Without an endpoint a file runs on what it read when it was saved, and must
 * come to the same; with one it runs anew. With --json it says a list with an
 * object for each file, and nothing else.
 *
 * Ends with 1 where a step failed that was not expected to, or an expectation
 * was not met, and with 2 where one could not be run.
 */
import '../../memory-database';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { formatInteger } from '../../../src/core/format/counts';
import { draftOf, type SimulationDraft } from '../../../src/core/simulation/draft';
import { hasSucceeded } from '../../../src/core/simulation/has-succeeded';
import { signatureBytes } from '../../../src/core/simulation/typed-data';
import { harmlessText } from '../../../src/core/text/harmless';
import type { Failure } from '../../../src/core/values/failure';
import type { Result } from '../../../src/core/values/result';
import { createEngine, type Engine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import type { SimulatedStep, SimulationResult } from '../../../src/workers/trace/simulations.api';
import { openTrace } from '../../open-trace';
import { readText } from '../../read-text';
import { type Command, type Io, readArguments } from '../command';

const JOB = 'run' as JobId;

export const simulate: Command = {
  name: 'simulate',
  summary: 'runs saved simulations, and checks what they expect',
  usage: `loupe simulate FILE… [options]

Without an endpoint a file runs on what it read when it was saved, and must come to the same.

  --rpc URL        run anew on the chain that answers there (ETH_RPC_URL)
  --json           a list with an object for each file

Ends with 1 where a step failed that was not expected to, or an expectation was not met; with 2 where one could not be run.

Example:
  loupe simulate deploy.simulation.json --rpc http://127.0.0.1:8545
`,
  async run(given, io) {
    const options = { rpc: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(given, options, ['FILE…']);
    const url = values.rpc ?? io.environment.ETH_RPC_URL;
    const reports: Report[] = [];
    for (const file of positionals) {
      const report = await simulateFile(file, url);
      reports.push(report);
      if (!values.json) say(report, io);
    }
    if (values.json) io.out(`${JSON.stringify(reports, undefined, 2)}\n`);
    return Math.max(...reports.map(({ code }) => code));
  },
};

/** How a step came out. Gas is a number, absent where nothing ran. */
type StepReport = {
  label: string;
  isAsExpected: boolean;
  words: string;
  gasUsed?: number;
  /** Why it failed: the error of the contract, as far as it is known. */
  reason?: string;
  unmet: readonly string[];
};

/** `code` 0: as expected · 1: otherwise · 2: not run, for the reason in `problem`. */
type Report = { file: string; code: 0 | 1 | 2; problem?: string; block?: number; steps?: readonly StepReport[] };

function say({ file, problem, block = 0, steps = [] }: Report, { out, err }: Io): void {
  if (problem !== undefined) {
    err(`${file}: ${problem}\n`);
    return;
  }
  out(`${file}: on block ${formatInteger(block)}\n`);
  for (const [at, { isAsExpected, label, words, unmet }] of steps.entries()) {
    out(`  ${at + 1} ${isAsExpected ? '✓' : '✕'} ${label === '' ? '' : `${label}: `}${words}\n`);
    for (const each of unmet) out(`      ${each}\n`);
  }
}

async function simulateFile(file: string, rpcUrl: string | undefined): Promise<Report> {
  const refused = (problem: string): Report => ({ file, code: 2, problem });
  const text = readText(file);
  if (text === undefined) return refused('the file is not there, or cannot be read.');
  const draft = readDraftOf(text);
  if (draft === undefined) return refused('this is no simulation of version 1.');
  const networkId = Number(draft.network);
  const config = parseRuntimeConfig({
    networks: [{ id: networkId, rpcUrls: rpcUrl === undefined ? [] : [rpcUrl] }],
    defaultNetwork: networkId,
  });
  if (!config.ok) return refused('its network is no chain id, or the RPC URL none.');
  const engine = createEngine({});
  await engine.chain.configure(config.value);
  const result = rpcUrl === undefined ? await openFile(engine, text) : await engine.trace.runSimulation(JOB, draft);
  await engine.settled();
  if (!result.ok) return refused(result.error.message);
  const steps: StepReport[] = [];
  for (const step of result.value.steps)
    steps.push(reportOf(step, await reasonOf(engine, networkId as NetworkId, step)));
  await engine.settled();
  const code = steps.every(({ isAsExpected }) => isAsExpected) ? 0 : 1;
  return { file, code, block: result.value.block.number, steps };
}

/** Why a step failed, as its page says it; undefined where it did not, or nobody knows. */
async function reasonOf(engine: Engine, networkId: NetworkId, step: SimulatedStep): Promise<string | undefined> {
  const { hash, outcome } = step;
  if (hash === undefined || outcome.state !== 'executed' || outcome.success) return undefined;
  const opened = await openTrace(engine, JOB, { networkId, hash });
  if (!opened.ok) return undefined;
  await engine.settled();
  return (await engine.trace.outcome(opened.value.handle)).failing?.reason;
}

async function openFile({ trace }: Engine, text: string): Promise<Result<SimulationResult, Failure>> {
  const opened = await trace.openSimulationFile(JOB, text);
  return opened.ok ? trace.simulationResult(JOB, opened.value) : opened;
}

function readDraftOf(text: string): SimulationDraft | undefined {
  try {
    return draftOf(JSON.parse(text));
  } catch {
    return undefined; // no JSON
  }
}

/** Without expectations a step is expected to succeed. */
function isAsExpected({ outcome, unmet }: SimulatedStep): boolean {
  return unmet === undefined ? hasSucceeded(outcome) : unmet.length === 0;
}

function reportOf(step: SimulatedStep, reason: string | undefined): StepReport {
  const { outcome, label, unmet = [] } = step;
  const why = reason === undefined || reason === '' ? '' : harmlessText(reason, 300);
  const words =
    outcome.state === 'executed'
      ? `${outcome.success ? 'succeeds' : failureWords(outcome.error ?? 'fails', why)}, ${formatInteger(outcome.gasUsed)} gas`
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
  };
}

function failureWords(error: string, reason: string): string {
  return reason === '' || reason === error ? error : `${error}: ${reason}`;
}
