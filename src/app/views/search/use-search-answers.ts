/** What the search asks while the reader types: the abi worker about an address, the database about labels and visits. */

import { classifyQuery, MIN_QUERY_LENGTH } from '../../../core/chain/parse';
import { findLabels } from '../../../db/labels';
import { readVisits } from '../../../db/transaction-visits';
import { useLoaded } from '../../use-loaded';
import { useStored } from '../../use-stored';
import { useAbiApi, useWiring } from '../../wiring';

const MAX_VISITS = 50;
const MAX_LABELS = 50;

/** The text as an address when it has the shape of one, undefined while the abi worker checks its checksum. */
export function useCheckedAddress(text: string) {
  const abi = useAbiApi();
  const hasShape = classifyQuery(text).kind === 'address';
  return useLoaded(hasShape ? text : undefined, () => abi.parseAddress(text));
}

/** The reader's labels with the text in them; in the explorer variant, those of its one network. */
export function useLabels(query: string) {
  const { config } = useWiring();
  const isLong = query.trim().length >= MIN_QUERY_LENGTH;
  const labels = useLoaded(isLong ? query : undefined, () => findLabels(query, MAX_LABELS)) ?? [];
  const only = config.variant === 'explorer' ? config.explorer?.networkId : undefined;
  return only === undefined ? labels : labels.filter(({ networkId }) => networkId === only);
}

/** Transactions that were opened here, newest first. */
export function useVisits() {
  return useStored(() => readVisits(MAX_VISITS), []) ?? [];
}
