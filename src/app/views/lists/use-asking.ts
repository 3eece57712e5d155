/** Whether others are asked for a list of an address: where no index reaches, or where the reader wants what is older. */
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { AskedPage } from '../../../workers/chain/chain.api';
import { type ChainIndex, useChainIndex } from '../../use-chain-index';
import type { Answer } from '../../use-question';

type Asking = {
  index: ChainIndex;
  isAsked: boolean;
  /** Asks them; undefined where the index has all there is. */
  onAsk: (() => void) | undefined;
};

export function useAsking(network: Network): Asking {
  const index = useChainIndex(network);
  const [wantsAll, setWantsAll] = useState(false);
  const isPartial = index.state === 'whole' && (index.from ?? 0) > 0;
  return {
    index,
    isAsked: wantsAll || index.state === 'off',
    onAsk: isPartial ? () => setWantsAll(true) : undefined,
  };
}

export function hasRows<Row>(
  answer: Answer<AskedPage<Row>>,
): answer is Extract<Answer<AskedPage<Row>>, { state: 'here' }> {
  return answer.state === 'here' && answer.value.rows.length > 0;
}
