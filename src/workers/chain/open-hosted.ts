/** The hosted API that a network has, if any. Its code is loaded when the first one is opened. */
import type { NetworkId } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import type { VerifiedSource } from '../../core/contract/build-output/standard-input';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import { type HostedAccess, hostedAccess } from '../../core/hosted/hosted-access';
import { readPreference } from '../../db/reader/preferences';
import type { AddressQuestion, TransactionOrigin } from '../../net/providers/address-lists';
import type { HostedApi } from '../../net/providers/hosted/hosted-api';
import type { Consent, ContractQuestion, Provider } from '../../net/providers/provider';
import type { SourceHosts, SourceQuestion } from '../../net/providers/source-hosts';
import type { Chains } from './chains';

export type OpenedHost = {
  api: HostedApi;
  /**
   * Whether the reader's consent lets it be asked, for questions that go to it alone; its providers check that
   * themselves.
   */
  isAllowed: (consent: Consent) => boolean;
  transactions: Provider<AddressQuestion, TransactionSummary, TransactionOrigin>;
  contracts: Provider<ContractQuestion, ContractKnowledge, 'hosted'>;
  sources: Provider<ContractQuestion, VerifiedSource, 'hosted'>;
  texts: (hosts: SourceHosts) => Provider<SourceQuestion, string, 'hosted'>;
};

/** Opens the hosted API; undefined where neither the configuration nor the reader names one. Whether it may be asked is for its providers to say. */
export async function openHosted(chains: Chains, networkId: NetworkId): Promise<OpenedHost | undefined> {
  const [{ hostedApi }, own] = await Promise.all([chains.config(), readPreference('hostedApis')]);
  return open(chains, hostedAccess(hostedApi, own, networkId));
}

/** Opens the deployment's own hosted API, whatever the reader entered for networks. */
export async function openConfigured(chains: Chains): Promise<OpenedHost | undefined> {
  const { hostedApi } = await chains.config();
  return open(chains, hostedApi && { ...hostedApi, isOwn: false });
}

async function open(chains: Chains, access: HostedAccess | undefined): Promise<OpenedHost | undefined> {
  if (access === undefined) return undefined;
  const [{ createHostedApi }, { hostedContracts, hostedSources, hostedTexts, hostedTransactions, mayAskHost }] =
    await Promise.all([
      import('../../net/providers/hosted/hosted-api'),
      import('../../net/providers/hosted/hosted-providers'),
    ]);
  const api = createHostedApi(access, chains.tokens());
  return {
    api,
    isAllowed: (consent) => mayAskHost(api, consent),
    transactions: hostedTransactions(api),
    contracts: hostedContracts(api),
    sources: hostedSources(api),
    texts: (hosts) => hostedTexts(api, hosts),
  };
}
