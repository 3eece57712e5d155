/**
 * Whether sources that somebody states are those of a contract: they are
 * compiled here, and count only when the code is the chain's.
 */

import { hexToBytes } from '../../../core/chain/hex';
import type { NameOrigin } from '../../../core/chain/name';
import type { Hex } from '../../../core/chain/primitives';
import { readCompiledCode } from '../../../core/contract/build-output/compiled-code';
import {
  editedInput,
  inputForDecoding,
  type StandardInput,
  type VerifiedSource,
} from '../../../core/contract/build-output/standard-input';
import { auxdataByEdit } from '../../../core/contract/matching/auxdata-positions';
import { compareRuntimeCode } from '../../../core/contract/matching/compare-code';
import { compilerError, matchOutput, type OutputMatch } from '../../../core/contract/matching/match-output';
import { vyperImmutableBytes } from '../../../core/source/vyper/immutables';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readCompilation, saveRefusal } from '../../../db/contracts/compilations';
import type { CompileProgress } from '../../compiler/compiler.api';
import { codeHashOf } from '../build-output/match-build-output';
import type { Compile } from '../compiling/compiler-link';
import { codesIn } from '../compiling/compiler-output';
import { type CompilerRuns, type Run, runIdOf } from '../compiling/compiler-runs';

/** A contract and the compiler run it came from; the run is shared by the contracts of one build. */
export type LoadedSource = {
  /** Names the run; the same for contracts that share it. */
  runId: string;
  run: Run;
  path: string;
  name: string;
  match: 'exact' | 'partial';
  origin: NameOrigin;
};

/** What compiling came to: the contract that matches or was asked for, and how well it matches. */
export type Judgement = {
  /** The compiler's answer. */
  output: unknown;
  found: OutputMatch | undefined;
  match: 'exact' | 'partial' | undefined;
};

/** The code that sources are compared with, hex, and who waits. */
type Question = {
  code: Hex;
  signal: AbortSignal;
  onProgress?: ((progress: CompileProgress) => void) | undefined;
};

/** Names of those who state sources, for a sentence. */
const SERVICE_NAMES: Partial<Record<NameOrigin, string>> = {
  sourcify: 'Sourcify',
  blockscout: 'Blockscout',
  etherscan: 'Etherscan',
  hosted: 'the hosted API',
  verifiedHere: 'your verification',
  buildOutput: 'the build output',
};

export class SourceCheck {
  /** `compilerOf` says where to compile; without a compiler nothing can be checked. */
  constructor(
    private readonly compilerOf: () => Compile | undefined,
    private readonly runs: CompilerRuns,
  ) {}

  /** Compiles what somebody says the sources are, and compares. Sources that differ are remembered, and not compiled again for the same code. */
  async check(question: Question, stated: VerifiedSource, origin: NameOrigin): Promise<Result<LoadedSource, Failure>> {
    const { input, compilerVersion } = stated;
    const service = SERVICE_NAMES[origin] ?? 'the service';
    if (input.language === 'Vyper') return this.checkVyper(question, stated, origin, service);
    const codeHash = codeHashOf(question.code) ?? '';
    const statedId = await runIdOf(compilerVersion, input, `${stated.path ?? ''} ${stated.name}`);
    const refused = (await readCompilation(statedId))?.refused?.[codeHash];
    if (refused !== undefined) return fail(failure('badAnswer', refused));
    const refuse = async (sentence: string) => {
      await saveRefusal(statedId, compilerVersion, codeHash, sentence);
      return fail(failure('badAnswer', sentence));
    };
    const judged = await this.judge(question, stated);
    if (!judged.ok) return judged;
    const { output, found, match } = judged.value;
    const error = compilerError(output);
    if (error !== undefined) {
      return refuse(`The sources from ${service} do not compile with ${compilerVersion}: ${error}`);
    }
    if (found?.comparison.match === undefined) return refuse(mismatch(found, service, stated.name));
    if (match === undefined) {
      return refuse(`The code compiled from the sources of ${service} differs from the chain’s in more than metadata.`);
    }
    const run: Run = { version: compilerVersion, input, output };
    const runId = await runIdOf(compilerVersion, input, found.path);
    await this.runs.keep(runId, run);
    return ok({ runId, run, path: found.path, name: found.name, match, origin });
  }

  /**
   * Compiles sources and compares; nothing is kept or remembered. Where the sources have errors, there is no `found`.
   */
  async judge(question: Question, stated: VerifiedSource): Promise<Result<Judgement, Failure>> {
    const { input, compilerVersion } = stated;
    const compiled = await this.compile(compilerVersion, inputForDecoding(input, stated.path), question);
    if (!compiled.ok) return compiled;
    const output = compiled.value;
    if (compilerError(output) !== undefined) return ok({ output, found: undefined, match: undefined });
    const onChain = hexToBytes(question.code);
    const found = matchOutput(output, onChain, stated);
    if (found?.comparison.match === undefined) return ok({ output, found, match: undefined });
    return ok({ output, found, match: await this.certainMatch(question, stated, found, output, onChain) });
  }

  /**
   * Vyper is not compiled in a browser: what the service's compiler made counts where that is the chain's code.
   * Whether it was made of these sources is the service's word, so the match is never exact.
   */
  private async checkVyper(
    question: Question,
    { input, compilerVersion, output, ...wanted }: VerifiedSource,
    origin: NameOrigin,
    service: string,
  ): Promise<Result<LoadedSource, Failure>> {
    if (output === undefined)
      return fail(
        failure(
          'unsupported',
          `The sources from ${service} are Vyper, which does not run in a browser, and come without compiler output.`,
        ),
      );
    const found = matchOutput(output, hexToBytes(question.code), wanted, immutablesOf(input));
    if (found?.comparison.match === undefined)
      return fail(
        failure('badAnswer', `The code that ${service} has for its Vyper sources is not the one on the chain.`),
      );
    const run: Run = { version: compilerVersion, input, output };
    const runId = await runIdOf(compilerVersion, input, found.path);
    await this.runs.keep(runId, run);
    return ok({ runId, run, path: found.path, name: found.name, match: 'partial', origin });
  }

  /** The compiler's answer to standard JSON, errors in the sources among it. */
  async compile(version: string, input: string, { signal, onProgress }: Question): Promise<Result<unknown, Failure>> {
    const run = this.compilerOf();
    if (run === undefined) return fail(failure('unsupported', 'No compiler can be run here.'));
    let answer: Result<Uint8Array, Failure>;
    try {
      answer = await run({ version, input }, signal, (progress) => onProgress?.(progress));
    } catch (error) {
      // It died, and another is started for the next compilation.
      const raw = error instanceof Error ? error.message : '';
      return fail(failure('endpointDown', `The compiler ${version} stopped before it was done. Try again.`, { raw }));
    }
    if (!answer.ok) return answer;
    try {
      return ok(JSON.parse(new TextDecoder().decode(answer.value)));
    } catch {
      return fail(failure('badAnswer', `The compiler ${version} gave no output that can be read.`));
    }
  }

  /** A partial match rests on what looks like metadata; a second compilation tells whether it is. */
  private async certainMatch(
    question: Question,
    { input, compilerVersion }: VerifiedSource,
    { path, name, comparison }: OutputMatch,
    output: unknown,
    onChain: Uint8Array,
  ): Promise<'exact' | 'partial' | undefined> {
    if (!comparison.parts.some(({ kind }) => kind === 'metadata')) return comparison.match;
    const edited = await this.compile(compilerVersion, editedInput(input, path), question);
    if (!edited.ok) return comparison.match;
    const own = readCompiledCode(codesIn(output, path, name).runtime);
    const other = readCompiledCode(codesIn(edited.value, path, name).runtime);
    const positions = own && other && auxdataByEdit(own.bytes, other.bytes);
    if (own === undefined || positions === undefined) return comparison.match;
    return compareRuntimeCode({ ...own, auxdata: positions }, onChain).match;
  }
}

/** Immutables of a Vyper contract where its output leaves them to the source. */
function immutablesOf({ sources }: StandardInput) {
  return (path: string, contract: unknown) => vyperImmutableBytes(contract, sources[path]?.content ?? '');
}

function mismatch(found: OutputMatch | undefined, service: string, name: string): string {
  const first = found?.comparison.differences[0];
  const where =
    found === undefined
      ? `there is no contract ${name.slice(0, 100)} with code among them`
      : (found.comparison.problem ??
        `the code is not the one on the chain, from byte ${first?.start.toLocaleString('en') ?? 0} on`);
  return `The sources from ${service} were compiled, and ${where.replace(/\.$/, '')}.`;
}
