/**
 * The head of a network. The code that asks for it is loaded once it may be
 * asked: nothing of the page waits for it.
 */
import type { NetworkId } from '../core/chain/primitives';
import type { HeadAnswer } from './follow-head';
import { headMayBeAsked } from './page-stages';
import { createStore, type Store, useStore } from './ui/store';
import { ofVisit } from './visit';
import { useWiring, type Wiring } from './wiring';

const heads = ofVisit(() => new Map<NetworkId, Store<HeadAnswer>>());
const NO_HEAD = createStore<HeadAnswer>(undefined);

/** Returns the head, or why there is none; undefined until the first answer. */
export function useHead(networkId: NetworkId | undefined): HeadAnswer {
  const wiring = useWiring();
  return useStore(networkId === undefined ? NO_HEAD : headOf(wiring, networkId));
}

function headOf(wiring: Wiring, networkId: NetworkId): Store<HeadAnswer> {
  const head = heads().get(networkId) ?? createStore<HeadAnswer>(undefined, (store) => begin(wiring, networkId, store));
  heads().set(networkId, head);
  return head;
}

/** Follows the head as soon as it may be asked. Returns how to stop. */
function begin(wiring: Wiring, networkId: NetworkId, head: Store<HeadAnswer>): () => void {
  let isFollowed = true;
  let stop = () => {
    isFollowed = false;
  };
  const follow = async () => {
    await headMayBeAsked();
    const { followHead } = await import('./follow-head');
    if (isFollowed) stop = followHead(wiring, networkId, head);
  };
  follow().catch(() => {}); // that a part of the app is missing is said where something was asked for
  return () => stop();
}
