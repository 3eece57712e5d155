/** Has an open page of a mined transaction notice that the chain took its block back, with the next head. Draws nothing. */
import { useEffect, useRef } from 'react';
import type { NetworkId } from '../../../core/chain/primitives';
import type { ReceiptWithoutLogs } from '../../../core/chain/transaction';
import { useHead } from '../../chain-head';
import { newJobId } from '../../use-question';
import { useWiring } from '../../wiring';

/** Blocks above its own after which it is not looked at any more: two epochs, after which Ethereum's blocks are final. */
const DEPTH = 64;

type Props = { networkId: NetworkId; receipt: ReceiptWithoutLogs; onMoved: () => void };

/** `onMoved` is called when another block stands at the height of the receipt's, or none any more. */
export function FollowChain({ networkId, receipt: { blockNumber, blockHash }, onMoved }: Props) {
  const { chain } = useWiring().workers;
  const head = useHead(networkId);
  const height = head?.ok ? head.value.blockNumber : undefined;
  const first = useRef(height);
  useEffect(() => {
    if (height === undefined) return;
    // The page itself asks of the head that it began with.
    first.current ??= height;
    if (height === first.current || height > blockNumber + DEPTH) return;
    if (height < blockNumber) return onMoved();
    let current = true;
    chain.loadBlocks(newJobId(), networkId, blockNumber, 1).then(
      (answer) => {
        // An endpoint that lags, or is down, takes nothing back.
        if (current && answer.ok && answer.value[0]?.hash !== blockHash) onMoved();
      },
      () => undefined, // a worker that died is reported elsewhere
    );
    return () => {
      current = false;
    };
  }, [chain, networkId, height, blockNumber, blockHash, onMoved]);
  return null;
}
