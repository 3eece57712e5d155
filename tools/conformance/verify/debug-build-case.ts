/**
 * The contracts of a file compiled via IR and optimised, and the debug
 * build of each run in its place: it must come to what the chain's code comes
 * to, and its parameters and locals must be those that the unoptimised build
 * has where it was deployed by itself and runs alone.
 */
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Address } from '../../../src/core/chain/primitives';
import {
  inputForDecoding,
  parseStandardInput,
  type StandardInput,
  withoutOptimizer,
} from '../../../src/core/contract/build-output/standard-input';
import { stepIndex } from '../../../src/core/evm/recording/steps';
import type { Compilation } from '../../../src/core/source/compiled/compilation';
import { parseCompilation } from '../../../src/core/source/compiled/parse-compilation';
import { sourcesOfTrace } from '../../../src/core/source/trace-sources';
import { ok } from '../../../src/core/values/result';
import { compileEdited } from '../../../src/workers/contracts/sources/edit-source';
import type { CompiledFrames } from '../../../src/workers/trace/source/compiled-frames';
import { SourceTrace } from '../../../src/workers/trace/source/source-trace';
import { variablesAt } from '../../../src/workers/trace/source/source-variables';
import { compareVersions, installedCompilers } from '../../solc/installed';
import { judge } from '../check';
import type { CaseResult } from '../suite';
import { compilingOnce, exactCompiler } from './compile';
import { type Callable, callsOf, deploy, type ExecutedCall, executeOn, MAX_OF_FIXTURE } from './contract-calls';
import type { FixtureContract } from './fixture-contracts';

/** The release from which on the generator via IR is not experimental. */
const FIRST_VIA_IR = '0.8.13';
/** Variables are compared at every so many steps, of a call up to this one. */
const STRIDE = 5;
const MAX_STEPS = 2_000;

export type BuildableContract = Pick<FixtureContract, 'name' | 'version' | 'input' | 'path'>;

/** Returns a case for each contract that runs here; one that says why, where none does. */
export async function* judgeDebugBuilds({ name, version, input, path }: BuildableContract): AsyncIterable<CaseResult> {
  const skip = (reason: string): CaseResult => ({ name, outcome: 'skipped', reason: `${name}: ${reason}` });
  const usable = compilerOfRelease(version);
  if (usable === undefined) return yield skip(`sources for ${version} are for no compiler that makes code via IR`);
  const exact = exactCompiler(usable);
  if (!exact.ok) return yield skip(exact.reason);
  const settings = { ...input.settings, viaIR: true, optimizer: { enabled: true, runs: 200 } };
  const parsed = parseStandardInput({ language: 'Solidity', ...input, settings });
  if (!parsed.ok) return yield skip(parsed.error);
  const compile = compilingOnce(exact.compiler);
  const build = (of: StandardInput) => {
    const run = { version: exact.compiler.longVersion, input: of, output: compile(inputForDecoding(of, path)) };
    const compilation = parseCompilation(run);
    return compilation.ok ? { run, compilation: compilation.value } : undefined;
  };
  const chain = build(parsed.value);
  if (chain === undefined) return yield skip(`its sources do not compile via IR with solc ${usable}`);
  const alone = build(withoutOptimizer(parsed.value));
  if (alone === undefined) return yield skip('its sources compile via IR only');
  // The code that these make, and with it the address that CREATE2 gives it, is not that of the chain.
  const makesContracts = Object.values(parsed.value.sources).some(({ content }) =>
    /\bnew\s+[A-Z]|\.creationCode\b/.test(content),
  );
  let judged = 0;
  for (const own of chain.compilation.contracts) {
    const twin = alone.compilation.contracts.find((each) => each.path === own.path && each.name === own.name);
    const onChain = judged < MAX_OF_FIXTURE ? deploy(own) : undefined;
    const byItself = twin && onChain && deploy(twin);
    if (onChain === undefined || byItself === undefined) continue;
    const functions: (Callable & { variables: readonly string[] })[] = [];
    for (const called of callsOf(own)) {
      const ran = executeOn(byItself.state, byItself.address, called.data);
      functions.push({ ...called, variables: await variablesOf(ran, byItself.address, alone.compilation) });
    }
    if (functions.every(({ variables }) => variables.length === 0)) continue;
    judged++;
    yield await judge(`${name} ${own.name}`, async (check) => {
      const place = { runId: name, run: chain.run, path: own.path, name: own.name };
      const source = { ...place, match: 'exact' as const, origin: 'sourcify' as const };
      const made = await compileEdited(
        { compile: async (_version, text) => ok(compile(text)) },
        { code: onChain.code, source },
        { texts: {}, immutables: {}, unoptimised: true },
        { signal: new AbortController().signal },
      );
      if (!made.ok) throw new Error(made.error.message);
      const { edited } = made.value;
      if (edited.state !== 'compiled') throw new Error(JSON.stringify(edited));
      check.equal('code', edited.code, byItself.code);
      for (const { label, data, variables } of functions) {
        const inPlace = executeOn(onChain.state, onChain.address, data, edited.code);
        if (!makesContracts) {
          const optimised = executeOn(onChain.state, onChain.address, data);
          check.equal(`outcome of ${label}`, outcomeOf(inPlace), outcomeOf(optimised));
        }
        const shown = await variablesOf(inPlace, onChain.address, alone.compilation);
        check.equal(`variables of ${label}`, shown.join('\n'), variables.join('\n'));
      }
    });
  }
  if (judged === 0) yield skip('no contract of it is deployed with usual arguments and has functions with variables');
}

/** The release that its sources are compiled with here: its own, or the newest where its own is too old for code via IR. */
function compilerOfRelease(version: string): string | undefined {
  const release = /\d+\.\d+\.\d+/.exec(version)?.[0];
  if (release === undefined || compareVersions(release, '0.8.0') < 0) return undefined;
  return compareVersions(release, FIRST_VIA_IR) >= 0 ? release : installedCompilers().at(-1)?.version;
}

function outcomeOf({ outcome }: ExecutedCall): string {
  return `${outcome.success} ${outcome.output} ${JSON.stringify(outcome.logs)}`;
}

/**
 * A line for every few steps with variables: its pc, the function, and each variable with its value. Only of frames
 * that run at the address: another contract may run other code, and need more steps or fewer.
 */
async function variablesOf(
  { replay, state }: ExecutedCall,
  address: Address,
  compilation: Compilation,
): Promise<readonly string[]> {
  const trace = replay.finish();
  const known = sourcesOfTrace(
    trace,
    state,
    compilation.contracts.map((contract) => ({ compilation, contract })),
  );
  const frames: CompiledFrames = {
    sourceOf: known.sourceOf,
    codeOf: (row) => known.codeOf(row) ?? new Uint8Array(0),
    originOf: () => 'sourcify',
    found: [],
  };
  const source = await SourceTrace.decode({ replay, trace }, frames, new AbortController().signal);
  const { rows, addresses } = trace;
  const lines: string[] = [];
  let own = 0;
  for (let step = 0; step < replay.steps.length && own < MAX_STEPS; step++) {
    const to = rows.to[replay.steps.frame(stepIndex(step))] ?? -1;
    if (addresses[to] !== address || own++ % STRIDE !== 0) continue;
    const { function: name, locals } = variablesAt(source, step);
    const values = locals.map(({ value }) => `${value.name} = ${textOf(value)}`);
    if (values.length > 0) lines.push(`${replay.steps.pc(stepIndex(step))} ${name}: ${values.join(', ')}`);
  }
  return lines;
}

function textOf({ text, items }: Decoded): string {
  return items === undefined ? text : `[${items.map(textOf).join(', ')}]`;
}
