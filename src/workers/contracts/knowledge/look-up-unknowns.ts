/** Asks providers that the reader switched on about contracts and selectors that are unknown. */
import type { Address, Hash, Selector } from '../../../core/chain/primitives';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { saveContracts } from '../../../db/contracts/contracts';
import { readPreference } from '../../../db/reader/preferences';
import { askAllPages, askProviders } from '../../../net/providers/ask-providers';
import type { Consent, ContractQuestion, Provider } from '../../../net/providers/provider';
import { signatureService } from '../../../net/providers/signature-service';
import { sourcifyContracts } from '../../../net/providers/sourcify';
import type { Chains } from '../../chain/chains';
import { openHosted } from '../../chain/open-hosted';
import type { Progress } from '../../ids';
import type { LookedUp, Unknowns } from '../contracts.api';
import type { Knowledge } from './knowledge-base';

/** Contracts asked about at once. */
const AT_ONCE = 4;
const MAX_CONTRACTS = 200;

type ContractProvider = Provider<ContractQuestion, ContractKnowledge, 'sourcify' | 'hosted'>;
type SignatureProvider = ReturnType<typeof signatureService>;

export type LookUp = {
  knowledge: Knowledge;
  unknowns: Unknowns;
  signal: AbortSignal;
  /** Called whenever something became known. */
  onLearned: () => void;
  onProgress: ((progress: Progress) => void) | undefined;
};

/** Asks what is switched on; counts what became known, and says who could not be asked. */
export async function lookUp(chains: Chains, question: LookUp): Promise<Result<LookedUp, Failure>> {
  const [config, consent, hosted] = await Promise.all([
    chains.config(),
    readPreference('providers'),
    openHosted(chains, question.knowledge.contracts.networkId),
  ]);
  const contractProviders: ContractProvider[] = [
    sourcifyContracts(config.thirdParties.sourcify),
    ...(hosted === undefined ? [] : [hosted.contracts]),
  ];
  const signatureProviders = [signatureService(config.thirdParties.signatures)];
  if (![...contractProviders, ...signatureProviders].some((provider) => provider.allowed(consent))) {
    return fail(
      failure('providerOff', 'Looking names up at third parties is switched off. Switch it on in the settings.'),
    );
  }
  const contracts = await askContracts(contractProviders, question);
  const selectors = await askSignatures(signatureProviders, question);
  const found = { contracts: contracts.ok ? contracts.value : 0, selectors: selectors.ok ? selectors.value : 0 };
  if (found.contracts + found.selectors > 0) question.onLearned();
  return ok({
    ...found,
    ...(!contracts.ok && { contractsFailed: contracts.error }),
    ...(!selectors.ok && { selectorsFailed: selectors.error }),
  });
}

async function askContracts(
  providers: readonly ContractProvider[],
  { knowledge, unknowns, signal, onLearned, onProgress }: LookUp,
): Promise<Result<number, Failure>> {
  const { contracts } = knowledge;
  const asked = unknowns.contracts.slice(0, MAX_CONTRACTS);
  let done = 0;
  let found = 0;
  let failed: Failure | undefined;
  const ask = async (address: Address, consent: Consent, best: ContractProvider) => {
    const answer = await askProviders(providers, { networkId: contracts.networkId, address }, { consent, signal });
    done++;
    onProgress?.({ phase: `Asking ${best.name}`, done, total: asked.length, unit: 'contracts' });
    if (!answer.ok) {
      failed = answer.error;
      return;
    }
    const { origin, rows } = answer.value;
    const [contract] = rows;
    if (origin === undefined || contract === undefined) return;
    found++;
    contracts.put(origin, contract);
    await saveContracts([contracts.knowledge(address) ?? contract]);
  };
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    signal.throwIfAborted();
    // Many contracts take long: the reader may have withdrawn what was allowed at first.
    const consent = await readPreference('providers');
    const best = providers.find((provider) => provider.allowed(consent));
    if (best === undefined) break;
    const before = found;
    await Promise.all(asked.slice(at, at + AT_ONCE).map((address) => ask(address, consent, best)));
    if (found > before) onLearned();
    // A service that refuses is not asked two hundred times.
    if (failed !== undefined && found === 0) return fail(failed);
  }
  return ok(found);
}

async function askSignatures(
  providers: readonly SignatureProvider[],
  { knowledge, unknowns, signal }: LookUp,
): Promise<Result<number, Failure>> {
  const unknown = unknowns.selectors;
  if (unknown.length === 0) return ok(0);
  const selectors = unknown.filter((signature) => signature.length === 10) as Selector[];
  const topics = unknown.filter((signature) => signature.length === 66) as Hash[];
  const consent = await readPreference('providers');
  const answer = await askAllPages(providers, { selectors, topics }, { consent, signal });
  if (!answer.ok) return answer;
  const { rows } = answer.value;
  if (rows.length > 0) await knowledge.signatures.add(rows);
  return ok(new Set(rows.map(({ selector }) => selector)).size);
}
