/** What a contract was created with, where a transaction created it: the bytes, and the arguments of its constructor. */
import { createAbiIndex } from '../../core/abi/abi-index';
import { decodeConstructor } from '../../core/abi/decode';
import { parseAbi } from '../../core/abi/parse-abi';
import { hexToBytes } from '../../core/chain/hex';
import type { Hash } from '../../core/chain/primitives';
import { readCompiledCode } from '../../core/contract/build-output/compiled-code';
import { compareCreationCode } from '../../core/contract/matching/compare-code';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { fetchTransaction } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { codesIn, contractIn } from './compiling/compiler-output';
import type { Construction } from './contracts.api';
import type { LoadedSource } from './sources/check-sources';

/** Characters of one argument that are told. */
const TEXT = 10_000;

/** Returns what the transaction `hash` deployed `source` with; undefined where it created another contract or called one that did. */
export async function readConstruction(
  rpc: Rpc,
  { run, path, name }: LoadedSource,
  hash: Hash,
  signal: AbortSignal,
): Promise<Result<Construction | undefined, Failure>> {
  const answer = await fetchTransaction(rpc, hash, { signal });
  if (!answer.ok) return answer;
  const { to, input } = answer.value;
  const compiled = readCompiledCode(codesIn(run.output, path, name).creation);
  const parsed = parseAbi(JSON.stringify(contractIn(run.output, path, name).abi ?? []));
  if (to !== undefined || compiled === undefined || !parsed.ok) return ok(undefined);
  const { abi } = parsed.value;
  const inputs = abi.flatMap((entry) => (entry.type === 'constructor' ? entry.inputs : []));
  const comparison = compareCreationCode(compiled, hexToBytes(input), inputs);
  if (comparison.match === undefined) return ok(undefined);
  const encoded = comparison.parts.find(({ kind }) => kind === 'constructorArguments')?.value ?? '0x';
  const call = decodeConstructor(createAbiIndex(abi), hexToBytes(encoded), TEXT);
  return ok({ initCode: input, arguments: call?.inputs ?? [] });
}
