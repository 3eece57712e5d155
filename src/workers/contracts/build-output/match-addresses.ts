/** Which contracts of one compilation are at many addresses. */

import { hexToBytes } from '../../../core/chain/hex';
import type { Address, Hex } from '../../../core/chain/primitives';
import { parseBuildOutput } from '../../../core/contract/build-output/build-output';
import { inputForDecoding } from '../../../core/contract/build-output/standard-input';
import { createCodeIndex } from '../../../core/contract/matching/match-code';
import { compilerErrors } from '../../../core/contract/matching/match-output';
import type { VerificationDraft } from '../../../core/contract/verification/draft';
import { inputOfDraft } from '../../../core/contract/verification/review-sources';
import { vyperImmutableBytes } from '../../../core/source/vyper/immutables';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Rpc } from '../../../net/rpc/rpc';
import { fetchCodes } from '../knowledge/fetch-codes';
import type { SourceCheck } from '../sources/check-sources';
import type { MatchedAddress } from '../verification.api';

const MAX_ADDRESSES = 100;

type Matched = { matched: readonly MatchedAddress[]; codes: ReadonlyMap<Address, Hex>; build: Uint8Array };

/**
 * Returns the addresses in their order with the codes at them, and the compilation as build output, UTF-8. Compiles once,
 * all contracts of the root's files.
 */
export async function matchAddresses(
  checker: Pick<SourceCheck, 'compile'>,
  rpc: Rpc,
  { draft, addresses }: { draft: VerificationDraft; addresses: readonly Address[] },
  signal: AbortSignal,
): Promise<Result<Matched, Failure>> {
  const stated = inputOfDraft(draft);
  if (!stated.ok) return fail(failure('badAnswer', stated.error));
  const { input } = stated.value;
  const version = draft.settings.compilerVersion.replace(/^v/, '');
  const asked = addresses.slice(0, MAX_ADDRESSES);
  const [compiled, codes] = await Promise.all([
    checker.compile(version, inputForDecoding(input), { code: '0x', signal }),
    fetchCodes(rpc, asked, signal),
  ]);
  if (!compiled.ok) return compiled;
  const [error] = compilerErrors(compiled.value);
  if (error !== undefined) return fail(failure('badAnswer', `The sources do not compile: ${error}`));
  const build = new TextEncoder().encode(JSON.stringify({ solcLongVersion: version, input, output: compiled.value }));
  const read = parseBuildOutput('verification', build, vyperImmutableBytes);
  if (!read.ok) return fail(failure('badAnswer', read.error));
  const contracts = createCodeIndex(read.value.contracts);
  const matched = asked.map((address): MatchedAddress => {
    const code = codes.get(address);
    if (code === undefined) return { address, state: 'unread' };
    if (code === '0x') return { address, state: 'none' };
    const found = contracts.match(hexToBytes(code));
    if (found === undefined) return { address, state: 'other' };
    const { fileName: path, name } = found.artifact;
    return { address, state: 'match', path, name, match: found.match };
  });
  return ok({ matched, codes, build });
}
