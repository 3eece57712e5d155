/** Where a result of the search leads; each closes the search first. */
import { useNavigate } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import type { Address, Hash } from '../../../core/chain/primitives';
import type { Project } from '../../../core/projects/project';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';
import { projectLink } from '../projects/project-link';
import { closeSearch } from './search-dialog-state';

export type Openers = ReturnType<typeof useOpeners>;

/** `network` is the network of the query. `setWorking` is called when a question to an endpoint begins and ends. */
export function useOpeners(network: Network | undefined, setWorking: (working: boolean) => void) {
  const { chain } = useWiring().workers;
  const navigate = useNavigate();
  const closeAnd = (act: () => Promise<void>) => async () => {
    closeSearch();
    await act();
  };
  const transaction = (hash: Hash, segment: string | undefined) =>
    closeAnd(() =>
      navigate({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network: segment, hash, tab: undefined } }),
    );
  const block = (wanted: string, segment: string | undefined) =>
    closeAnd(() => navigate({ to: '/{-$network}/block/$block', params: { network: segment, block: wanted } }));
  return {
    transaction,
    block,
    address: (address: Address, segment: string | undefined) =>
      closeAnd(() => navigate({ to: '/{-$network}/wallet/$address', params: { network: segment, address } })),
    project: (project: Project) => closeAnd(() => navigate(projectLink(project))),
    network: (segment: string) => closeAnd(() => navigate({ to: '/{-$network}', params: { network: segment } })),
    /** A hash may be of a transaction or of a block: the endpoint knows. */
    hash: (hash: Hash, segment: string | undefined) => async () => {
      if (!network) return;
      setWorking(true);
      const found = await chain.loadTransaction(newJobId(), { networkId: network.id, hash }, false);
      const isBlock =
        !found.ok && found.error.code === 'notFound' && (await chain.loadBlock(newJobId(), network.id, hash, false)).ok;
      await (isBlock ? block(hash, segment)() : transaction(hash, segment)());
    },
  };
}
