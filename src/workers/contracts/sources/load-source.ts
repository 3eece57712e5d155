/** The sources of the contract at an address, as it is now or was at a block; as it was last where nobody can be asked. */
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import { fetchCode } from '../../../net/account-reader';
import type { SkippedProvider } from '../../../net/providers/provider';
import type { Chains } from '../../chain/chains';
import { openHosted } from '../../chain/open-hosted';
import type { CompileProgress } from '../../compiler/compiler.api';
import type { ContractsEvent } from '../contracts.api';
import type { KnowledgeBase } from '../knowledge/knowledge-base';
import { learnSource } from '../knowledge/learn-source';
import type { SourceOfCode, VerifiedSources } from './verified-sources';

/** Which contract's source is asked for, and who waits for it. */
export type SourceQuestion = {
  networkId: NetworkId;
  address: Address;
  /** The block whose code counts, where it is not the latest: a contract may have been made again, or be gone. */
  block?: number | 'latest';
  signal: AbortSignal;
  onProgress?: ((progress: CompileProgress) => void) | undefined;
  /** Called before the answer with the better providers that were not asked or gave nothing. */
  onSkipped?: ((skipped: readonly SkippedProvider[]) => void) | undefined;
};

/** `emit` is told when its name and ABI became known by it. */
export async function loadSource(
  chains: Chains,
  knowledge: KnowledgeBase,
  sources: VerifiedSources,
  { networkId, address, block = 'latest', ...asker }: SourceQuestion,
  emit: (event: ContractsEvent) => void,
): Promise<Result<SourceOfCode | undefined, Failure>> {
  const [rpc, config, networks, hosted] = await Promise.all([
    chains.rpc(networkId),
    chains.config(),
    chains.networks(),
    openHosted(chains, networkId),
  ]);
  const code = await fetchCode(rpc, address, block, { signal: asker.signal });
  if (!code.ok) {
    const held = await sources.held(networkId, address);
    return held === undefined ? code : ok(held);
  }
  const explorers = networks.find(({ id }) => id === networkId)?.explorers ?? [];
  const { artifacts } = knowledge;
  const question = { networkId, address, code: code.value, artifacts, config, explorers, hosted, ...asker };
  const source = await sources.load(question);
  if (!source.ok) return source;
  if (source.value === undefined) return ok(undefined);
  const found = { code: code.value, source: source.value };
  if (block !== 'latest') {
    // Names and what others ask for are those of the code that runs now.
    sources.forget(networkId, address);
    return ok(found);
  }
  if (await learnSource(knowledge.of(networkId), address, found)) emit({ type: 'names', networkId });
  return ok(found);
}
