/** Where a result of the search leads; each closes the search first. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address, Hash } from '../../../core/chain/primitives';
import type { Project } from '../../../core/projects/project';
import { harmlessText } from '../../../core/text/harmless';
import { projectLink } from '../../project-link';
import { toast } from '../../ui/toast';
import { newJobId, settleQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import { closeSearch } from './search-dialog-state';

export type Openers = ReturnType<typeof useOpeners>;

/** What of an address is opened: its page, or the form that verifies its contract. */
export type OpenedPage = 'wallet' | 'verify';

/** `network` is the network of `query`. `setWorking` is called when a question to an endpoint begins and ends. */
export function useOpeners(
  network: Network | undefined,
  query: string,
  setWorking: (working: boolean) => void,
  opened: OpenedPage = 'wallet',
) {
  const { workers, networks, config } = useWiring();
  const { chain } = workers;
  const navigate = useNavigate();
  /** Changes with each look-up, each query, and when the search is closed: what was looked up before leads nowhere. */
  const round = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `query` ends the look-up
  useEffect(
    () => () => {
      round.current += 1;
      setWorking(false);
    },
    [query, setWorking],
  );
  /** `steps` ask after each answer whether it is still wanted. */
  const lookUp = (steps: (isWanted: () => boolean) => Promise<void>) => async () => {
    round.current += 1;
    const own = round.current;
    const isWanted = () => round.current === own;
    setWorking(true);
    try {
      await steps(isWanted);
    } finally {
      if (isWanted()) setWorking(false);
    }
  };
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
  const address = (found: Address, segment: string | undefined) =>
    closeAnd(() =>
      navigate({
        to: opened === 'verify' ? '/{-$network}/contract/$address/verify' : '/{-$network}/wallet/$address',
        params: { network: segment, address: found },
      }),
    );
  /** The segment of the network that a hosted API knows the transaction on. */
  async function networkOf(hash: Hash): Promise<string | undefined> {
    const told = await settleQuestion(() => chain.networkOfTransaction(newJobId(), hash));
    const id = told.ok ? told.value : undefined;
    return id === undefined ? undefined : (await networks()).find((each) => each.id === id)?.route;
  }
  return {
    transaction,
    block,
    address,
    /** A name of the Ethereum Name Service on a network that has it: the registry is asked, then its address opens. */
    ensName: (name: string, { id }: Network, segment: string | undefined) =>
      lookUp(async (isWanted) => {
        const found = await settleQuestion(() => chain.lookUpEns(newJobId(), id, name));
        if (!isWanted()) return;
        if (!found.ok) toast({ text: found.error.message, tone: 'failure' });
        else if (found.value === undefined) toast({ text: `${harmlessText(name, 60)} stands for no address` });
        else await address(found.value as Address, segment)();
      }),
    project: (project: Project) => closeAnd(() => navigate(projectLink(project))),
    network: (segment: string) => closeAnd(() => navigate({ to: '/{-$network}', params: { network: segment } })),
    /** A hash may be of a transaction or of a block: the endpoint knows. */
    hash: (hash: Hash, segment: string | undefined) =>
      lookUp(async (isWanted) => {
        if (!network) return;
        const { id: networkId } = network;
        const found = await settleQuestion(() => chain.loadTransaction(newJobId(), { networkId, hash }, false));
        if (!isWanted()) return;
        const isMissing = !found.ok && found.error.code === 'notFound';
        const isBlock =
          isMissing && (await settleQuestion(() => chain.loadBlock(newJobId(), networkId, hash, false))).ok;
        if (!isWanted()) return;
        const isLost = isMissing && !isBlock;
        const elsewhere = isLost && config.variant === 'workbench' ? await networkOf(hash) : undefined;
        if (!isWanted()) return;
        await (isBlock ? block(hash, segment)() : transaction(hash, elsewhere ?? segment)());
      }),
  };
}
