/** Compiles edited sources beside the unchanged ones, and carries over what only the chain's code has. */

import { bytesToHex, hexToBytes, parseHex } from '../../../core/chain/hex';
import { readCompiledCode } from '../../../core/contract/build-output/compiled-code';
import {
  inputForDecoding,
  parseStandardInput,
  type StandardInput,
  withoutOptimizer,
} from '../../../core/contract/build-output/standard-input';
import { compareRuntimeCode } from '../../../core/contract/matching/compare-code';
import { compilerErrors } from '../../../core/contract/matching/match-output';
import type { Compilation, SourceContract } from '../../../core/source/compiled/compilation';
import { parseCompilation } from '../../../core/source/compiled/parse-compilation';
import { reachedFrom } from '../../../core/source/compiled/reached-sources';
import { type CompiledContract, carryOver } from '../../../core/source/edited/carried-code';
import { editWarnings } from '../../../core/source/edited/edit-warnings';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { CompileProgress } from '../../compiler/compiler.api';
import { codesIn, isDecodable } from '../compiling/compiler-output';
import type { Run } from '../compiling/compiler-runs';
import type { EditedCode, SourceEdit } from '../edit-source.api';
import type { SourceCheck } from './check-sources';
import type { SourceOfCode } from './verified-sources';

type Asker = { signal: AbortSignal; onProgress?: ((progress: CompileProgress) => void) | undefined };

/** Edited code, and the run that made it, for code that shows what the edit does. */
export type EditedRun = { edited: EditedCode; run?: Run };

export async function compileEdited(
  checker: Pick<SourceCheck, 'compile'>,
  { code, source }: SourceOfCode,
  { texts, immutables, unoptimised = false }: SourceEdit,
  asker: Asker,
): Promise<Result<EditedRun, Failure>> {
  const { path, name } = source;
  const { input, version } = source.run;
  if (input.language !== 'Solidity')
    return fail(
      failure('unsupported', `${input.language} is not compiled in a browser, so its sources cannot be edited.`),
    );
  const changed = withTexts(input, texts);
  if (!changed.ok) return fail(failure('unsupported', changed.error));
  const compile = async (which: StandardInput): Promise<Result<Run, Failure>> => {
    const output = await checker.compile(version, inputForDecoding(which, path), { code, ...asker });
    return output.ok ? ok({ version, input: which, output: output.value }) : output;
  };

  // The earlier compilation of the sources mostly says all that is needed; the code of the chain says whether it is true.
  const before = isDecodable(source.run.output, path, name) ? ok(source.run) : await compile(input);
  if (!before.ok) return before;
  const original = contractOf(before.value, path, name);
  const chain = hexToBytes(code);
  if (original === undefined || compareRuntimeCode(original.runtime, chain).match === undefined)
    return fail(
      failure(
        'unsupported',
        'The unchanged sources, compiled here, do not give the code of the chain; an edit would show other differences too.',
      ),
    );

  const unchanged = carryOver(original, chain, original);
  const isEdited = Object.entries(texts).some(([file, text]) => text !== input.sources[file]?.content);
  const wanted = unoptimised ? withoutOptimizer(changed.value) : changed.value;
  const reduced = onlyReached(before.value, path, wanted);
  const after = isEdited || unoptimised ? await compile(reduced) : before;
  if (!after.ok) return after;
  const errors = compilerErrors(after.value.output);
  if (errors.length > 0) return ok({ edited: { state: 'errors', errors } });
  const edited = contractOf(after.value, path, name);
  if (edited === undefined)
    return ok({
      edited: { state: 'errors', errors: [`The contract ${name} is no longer in ${path}, or has no code.`] },
    });
  const given = new Map(Object.entries(immutables).map(([key, value]) => [key, parseHex(value) ?? new Uint8Array(32)]));
  const carried = carryOver(original, chain, edited, given);
  if (carried.unlinked.length > 0)
    return ok({
      edited: {
        state: 'errors',
        errors: carried.unlinked.map(
          (library) => `The library ${library} has no address: the code on the chain does not use it.`,
        ),
      },
    });
  if (carried.missing.length > given.size) return ok({ edited: { state: 'needsValues', immutables: carried.missing } });
  return ok({
    edited: {
      state: 'compiled',
      code: bytesToHex(carried.bytes),
      unchanged: bytesToHex(unchanged.bytes),
      isSameCode: bytesToHex(unchanged.bytes) === code.toLowerCase(),
      warnings: editWarnings(original, edited, carried.bytes.length),
    },
    run: after.value,
  });
}

function withTexts(input: StandardInput, texts: SourceEdit['texts']): Result<StandardInput, string> {
  const unknown = Object.keys(texts).find((path) => !Object.hasOwn(input.sources, path));
  if (unknown !== undefined) return fail(`There is no file ${unknown.slice(0, 200)} to edit.`);
  const edited = Object.entries(texts).map(([path, content]) => [path, { content }]);
  return parseStandardInput({ ...input, sources: { ...input.sources, ...Object.fromEntries(edited) } });
}

const IMPORTS = /\bimport\b[^;]*;/g;

/**
 * Returns `edited` with only those sources that the contract's file imports: compiling all of a build takes many times
 * as long. All of them where the edit imports otherwise than the run it is an edit of, and via IR, whose optimizer
 * orders functions by numbers that it counts over all sources.
 */
function onlyReached({ input, output }: Run, path: string, edited: StandardInput): StandardInput {
  const imports = (text = '') => text.match(IMPORTS)?.join('');
  const sources = Object.entries(edited.sources);
  if (edited.settings.viaIR === true) return edited;
  if (sources.some(([file, { content }]) => imports(content) !== imports(input.sources[file]?.content))) return edited;
  const isReached = reachedFrom(output, [path]);
  return { ...edited, sources: Object.fromEntries(sources.filter(([file]) => isReached(file))) };
}

type Read = CompiledContract & { compilation: Compilation; contract: SourceContract };

function contractOf(run: Run, path: string, name: string): Read | undefined {
  const parsed = parseCompilation(run);
  const contract = parsed.ok && parsed.value.contracts.find((each) => each.path === path && each.name === name);
  const runtime = readCompiledCode(codesIn(run.output, path, name).runtime);
  if (!parsed.ok || !contract || runtime === undefined) return undefined;
  return { compilation: parsed.value, contract, runtime };
}
