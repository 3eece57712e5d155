/**
 * Asks third parties about contracts and selectors that are unknown. Nobody is
 * asked unless the reader switched that party on.
 */
import type { Address, Hash, Selector } from '../../core/chain/primitives';
import type { RuntimeConfig } from '../../core/config';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { saveContracts } from '../../db/contracts';
import { readPreference } from '../../db/preferences';
import { fetchSignatures } from '../../net/signature-service';
import { fetchSourcify } from '../../net/sourcify';
import type { Progress } from '../ids';
import type { LookedUp, Unknowns } from './contracts.api';
import type { Knowledge } from './knowledge-base';

/** Contracts asked about at once. */
const AT_ONCE = 4;
const MAX_CONTRACTS = 200;

export type LookUp = {
  knowledge: Knowledge;
  unknowns: Unknowns;
  signal: AbortSignal;
  /** Called whenever something became known. */
  onLearned: () => void;
  onProgress: ((progress: Progress) => void) | undefined;
};

/** Asks what is switched on; counts what became known, and says who could not be asked. */
export async function lookUp(config: RuntimeConfig, question: LookUp): Promise<Result<LookedUp, Failure>> {
  const allowed = await readPreference('thirdParties');
  if (!allowed.sourcify && !allowed.signatures) {
    return fail(
      failure('thirdPartyOff', 'Looking names up at third parties is switched off. Switch it on in the settings.'),
    );
  }
  const { sourcify, signatures } = config.thirdParties;
  const contracts = allowed.sourcify ? await askSourcify(sourcify, question) : ok(0);
  const selectors = allowed.signatures ? await askSignatures(signatures, question) : ok(0);
  const found = { contracts: contracts.ok ? contracts.value : 0, selectors: selectors.ok ? selectors.value : 0 };
  if (found.contracts + found.selectors > 0) question.onLearned();
  return ok({
    ...found,
    ...(!contracts.ok && { contractsFailed: contracts.error }),
    ...(!selectors.ok && { selectorsFailed: selectors.error }),
  });
}

async function askSourcify(
  baseUrl: string,
  { knowledge, unknowns, signal, onLearned, onProgress }: LookUp,
): Promise<Result<number, Failure>> {
  const { contracts } = knowledge;
  const asked = unknowns.contracts.slice(0, MAX_CONTRACTS);
  let done = 0;
  let found = 0;
  let failed: Failure | undefined;
  const ask = async (address: Address) => {
    const answer = await fetchSourcify(contracts.networkId, address, { baseUrl, sources: false, signal });
    done += 1;
    onProgress?.({ phase: 'Asking Sourcify', done, total: asked.length, unit: 'contracts' });
    if (!answer.ok) failed = answer.error;
    if (!answer.ok || answer.value === undefined) return;
    found += 1;
    contracts.put('sourcify', answer.value);
    await saveContracts([contracts.knowledge(address) ?? answer.value]);
  };
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const before = found;
    await Promise.all(asked.slice(at, at + AT_ONCE).map(ask));
    if (found > before) onLearned();
    // A service that refuses is not asked two hundred times.
    if (failed !== undefined && found === 0) return fail(failed);
  }
  return ok(found);
}

async function askSignatures(
  baseUrl: string,
  { knowledge, unknowns, signal }: LookUp,
): Promise<Result<number, Failure>> {
  const unknown = unknowns.selectors;
  if (unknown.length === 0) return ok(0);
  const selectors = unknown.filter((signature) => signature.length === 10) as Selector[];
  const topics = unknown.filter((signature) => signature.length === 66) as Hash[];
  const answer = await fetchSignatures(selectors, topics, { baseUrl, signal });
  if (!answer.ok) return answer;
  await knowledge.signatures.add(answer.value);
  return ok(new Set(answer.value.map(({ selector }) => selector)).size);
}
