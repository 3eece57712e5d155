/**
 * The contracts of a fixture on a chain in memory, their sources edited as a
 * reader would: unchanged sources make the same trace of every function, and a
 * line that is put into one function changes that one and no other.
 */
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { inputForDecoding, parseStandardInput } from '../../../src/core/contract/build-output/standard-input';
import { stepIndex } from '../../../src/core/evm/recording/steps';
import type { State } from '../../../src/core/evm/state/state';
import type { Compilation, SourceContract } from '../../../src/core/source/compiled/compilation';
import { parseCompilation } from '../../../src/core/source/compiled/parse-compilation';
import { ok } from '../../../src/core/values/result';
import type { EditedCode } from '../../../src/workers/contracts/edit-source.api';
import type { LoadedSource } from '../../../src/workers/contracts/sources/check-sources';
import { compileEdited } from '../../../src/workers/contracts/sources/edit-source';
import { judge } from '../check';
import type { CaseResult } from '../suite';
import { compilingOnce, exactCompiler } from './compile';
import { callsOf, type Deployed, deploy, executeOn, MAX_OF_FIXTURE } from './contract-calls';
import type { FixtureContract } from './fixture-contracts';

/** Steps of one call that are compared one by one. */
const MAX_COMPARED = 200_000;

/** The outcome of a call; `steps` is everything that was executed. */
type Called = { success: boolean; output: Hex; logs: string; steps: string };

/** Returns two cases for each contract that runs here, or one that says why there are none. */
export async function* judgeEdited({ name, version, input, path }: FixtureContract): AsyncIterable<CaseResult> {
  const skip = (reason: string): CaseResult => ({ name, outcome: 'skipped', reason: `${name}: ${reason}` });
  const compiler = exactCompiler(version);
  if (!compiler.ok) return yield skip(compiler.reason);
  const parsed = parseStandardInput({ language: 'Solidity', ...input });
  if (!parsed.ok) return yield skip(parsed.error);
  const compile = compilingOnce(compiler.compiler);
  const output = compile(inputForDecoding(parsed.value, path));
  const run = { version: version.replace(/^v/, ''), input: parsed.value, output };
  const compilation = parseCompilation(run);
  if (!compilation.ok) return yield skip(compilation.error);
  let judged = 0;
  for (const own of compilation.value.contracts) {
    const deployed = judged < MAX_OF_FIXTURE ? deploy(own) : undefined;
    if (deployed === undefined || callsOf(own).length === 0) continue;
    judged++;
    const place = { runId: name, run, path: own.path, name: own.name };
    const source: LoadedSource = { ...place, match: 'exact', origin: 'sourcify' };
    yield* judgeContract(`${name} ${own.name}`, compilation.value, own, deployed, async (texts) => {
      const made = await compileEdited(
        { compile: async (_version, text) => ok(compile(text)) },
        { code: deployed.code, source },
        { texts, immutables: {} },
        { signal: new AbortController().signal },
      );
      if (!made.ok) throw new Error(made.error.message);
      if (made.value.edited.state !== 'compiled') throw new Error(JSON.stringify(made.value.edited));
      return made.value.edited;
    });
  }
  if (judged === 0) yield skip('no contract of it is deployed with usual arguments and has functions');
}

async function* judgeContract(
  name: string,
  { files }: Compilation,
  own: SourceContract,
  deployed: Deployed,
  edit: (texts: Readonly<Record<string, string>>) => Promise<Extract<EditedCode, { state: 'compiled' }>>,
): AsyncIterable<CaseResult> {
  const functions = callsOf(own);
  const call = (data: Hex, code?: Hex) => callOn(deployed.state, deployed.address, data, code);
  const before = new Map(functions.map(({ data, label }) => [label, call(data)]));
  yield await judge(`${name}, unchanged`, async (check) => {
    const { unchanged, warnings } = await edit({});
    check.equal('warnings', warnings.join(), '');
    check.equal('code', unchanged, deployed.code);
    for (const { label, data } of functions) {
      const again = call(data, unchanged);
      check.equal(`steps of ${label}`, again.steps, before.get(label)?.steps);
    }
  });

  const target = functions.find(({ label, body }) => body !== undefined && before.get(label)?.success === true);
  if (target?.body === undefined) return;
  const { body } = target;
  yield await judge(`${name}, a line in ${target.label}`, async (check) => {
    const { file, start } = body;
    const at = files.get(file);
    if (at === undefined) throw new Error('the file of the function is not there');
    const cut = start + 1;
    const text = new TextDecoder().decode(at.bytes.subarray(0, cut));
    const rest = new TextDecoder().decode(at.bytes.subarray(cut));
    const { code } = await edit({ [at.path]: `${text} revert(); ${rest}` });
    check.that('the edited function fails', !call(target.data, code).success);
    for (const { label, data } of functions) {
      if (label === target.label) continue;
      const was = before.get(label);
      const is = call(data, code);
      // It may call the edited one, which fails without a word.
      if (!is.success && is.output === '0x') continue;
      check.equal(
        `outcome of ${label}`,
        `${is.success} ${is.output} ${is.logs}`,
        `${was?.success} ${was?.output} ${was?.logs}`,
      );
    }
    const others = functions.filter(({ label }) => label !== target.label && before.get(label)?.success === true);
    const kept = others.filter(({ data }) => call(data, code).success);
    check.that('other functions go on', others.length === 0 || kept.length > 0);
  });
}

/** How a call on a copy of the state comes out, with other code where that is given. */
function callOn(before: State, address: Address, data: Hex, code?: Hex): Called {
  const { outcome, replay } = executeOn(before, address, data, code);
  const { steps: columns } = replay;
  const steps: string[] = [
    `${columns.length} steps, frames ${columns.stayFrame.join()} at ${columns.stayStart.join()}`,
  ];
  for (let at = 0; at < Math.min(columns.length, MAX_COMPARED); at++)
    steps.push(`${columns.pc(stepIndex(at))} ${columns.cost(stepIndex(at))}`);
  return {
    success: outcome.success,
    output: outcome.output,
    logs: JSON.stringify(outcome.logs),
    steps: steps.join('\n'),
  };
}
