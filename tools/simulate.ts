/**
 * Runs simulations that were saved as files, and checks what they expect:
 *
 *     npm run simulate -- FILE… [--rpc URL]
 *
 * Without an endpoint a file runs on what it read when it was saved, and must
 * come to the same; with one it runs anew.
 *
 * Ends with 1 where a step failed that was not expected to, or an expectation
 * was not met, and with 2 where one could not be run.
 */
import './memory-database';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseRuntimeConfig } from '../src/core/config/runtime-config';
import { formatInteger } from '../src/core/format/counts';
import { draftOf, type SimulationDraft } from '../src/core/simulation/draft';
import { hasSucceeded } from '../src/core/simulation/has-succeeded';
import { signatureBytes } from '../src/core/simulation/typed-data';
import { harmlessText } from '../src/core/text/harmless';
import type { Failure } from '../src/core/values/failure';
import type { Result } from '../src/core/values/result';
import { createEngine, type Engine } from '../src/workers/engine';
import type { JobId } from '../src/workers/ids';
import type { SimulatedStep, SimulationResult } from '../src/workers/trace/simulations.api';
import { readText } from './read-text';

const JOB = 'run' as JobId;

/** Runs the command and returns the code that the process ends with. Tests run it in their own process. */
export async function runCommand(given: readonly string[]): Promise<number> {
  const { files, url } = readArguments(given);
  if (files.length === 0) {
    console.error('npm run simulate -- FILE… [--rpc URL] (or ETH_RPC_URL)');
    return 2;
  }
  let worst = 0;
  for (const file of files) worst = Math.max(worst, await simulateFile(file, url));
  return worst;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await runCommand(process.argv.slice(2)));

/** No files where the command line is not what the command takes. */
function readArguments(given: readonly string[]): { files: readonly string[]; url: string | undefined } {
  try {
    const options = { rpc: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true });
    return { files: positionals, url: values.rpc ?? process.env.ETH_RPC_URL };
  } catch (thrown) {
    console.error((thrown as Error).message);
    return { files: [], url: undefined };
  }
}

/** 0: as expected · 1: otherwise · 2: not run. */
async function simulateFile(file: string, rpcUrl: string | undefined): Promise<number> {
  const text = readText(file);
  if (text === undefined) {
    console.error(`${file}: the file is not there, or cannot be read.`);
    return 2;
  }
  const draft = readDraftOf(text);
  if (draft === undefined) {
    console.error(`${file}: this is no simulation of version 1.`);
    return 2;
  }
  const config = parseRuntimeConfig({
    networks: [{ id: Number(draft.network), rpcUrls: rpcUrl === undefined ? [] : [rpcUrl] }],
    defaultNetwork: Number(draft.network),
  });
  if (!config.ok) {
    console.error(`${file}: its network is no chain id, or the RPC URL none.`);
    return 2;
  }
  const engine = createEngine({});
  await engine.chain.configure(config.value);
  const result = rpcUrl === undefined ? await openFile(engine, text) : await engine.trace.runSimulation(JOB, draft);
  await engine.settled();
  if (!result.ok) {
    console.error(`${file}: ${result.error.message}`);
    return 2;
  }
  const { steps, block } = result.value;
  console.log(`${file}: on block ${formatInteger(block.number)}`);
  for (const [at, step] of steps.entries()) console.log(`  ${at + 1} ${wordsOf(step)}`);
  return steps.every(isAsExpected) ? 0 : 1;
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

function wordsOf(step: SimulatedStep): string {
  const { outcome, label, unmet = [] } = step;
  const mark = isAsExpected(step) ? '✓' : '✕';
  const came =
    outcome.state === 'executed'
      ? `${outcome.success ? 'succeeds' : (outcome.error ?? 'fails')}, ${formatInteger(outcome.gasUsed)} gas`
      : outcome.state === 'invalid'
        ? `cannot be in a block: ${outcome.reason}`
        : outcome.state === 'signed'
          ? `signed: ${signatureBytes(outcome.signature)}`
          : 'not run';
  const named = label === '' ? '' : `${harmlessText(label, 80)}: `;
  return [
    `${mark} ${named}${harmlessText(came, 200)}`,
    ...unmet.map((each) => `      ${harmlessText(each, 300)}`),
  ].join('\n');
}
