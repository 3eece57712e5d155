/** The sources of the contract at an address, as it is now; as it was last where nobody can be asked. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/failure';
import { ok, type Result } from '../../core/result';
import { fetchCode } from '../../net/chain-reader';
import type { Chains } from '../chain/chains';
import type { CompileProgress } from '../compiler/compiler.api';
import type { Artifacts } from './artifacts';
import type { ContractSource } from './contracts.api';
import { describeSource } from './describe-source';
import type { SourceBook } from './verified-sources';

type Question = {
  networkId: NetworkId;
  address: Address;
  signal: AbortSignal;
  onProgress?: ((progress: CompileProgress) => void) | undefined;
};

export async function loadContractSource(
  chains: Chains,
  artifacts: Artifacts,
  book: SourceBook,
  { networkId, address, signal, onProgress }: Question,
): Promise<Result<ContractSource | undefined, Failure>> {
  const [rpc, config, networks] = await Promise.all([chains.rpc(networkId), chains.config(), chains.networks()]);
  const code = await fetchCode(rpc, address, 'latest', { signal });
  if (!code.ok) {
    const held = await book.held(networkId, address);
    return held === undefined ? code : ok(describeSource(networkId, address, held.code, held.source));
  }
  const explorers = networks.find(({ id }) => id === networkId)?.explorers ?? [];
  const question = { networkId, address, code: code.value, artifacts, config, explorers, signal, onProgress };
  const source = await book.load(question);
  if (!source.ok || source.value === undefined) return source as Result<undefined, Failure>;
  return ok(describeSource(networkId, address, code.value, source.value));
}
