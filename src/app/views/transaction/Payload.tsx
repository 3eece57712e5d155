/** What the transaction carries: its input, and the lists newer types have; and what is to be thought of what it does. */

import { lazyPart } from '../../ui/lazy-part';
import { useMaybeOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';
import { InputData, useRootDetail } from './InputData';
import { PayloadLists } from './PayloadLists';

const SafetyPanel = lazyPart(async () => (await import('../safety/SafetyPanel')).SafetyPanel);

export function Payload() {
  const { transaction } = usePageTransaction().record;
  const trace = useMaybeOpenTrace();
  const hasInput = transaction.input !== '0x';
  const detail = useRootDetail(hasInput ? trace : undefined);
  // From the top down, each as it stays: one that comes above another would move it.
  if (hasInput && trace && detail === undefined) return null;
  return (
    <>
      {hasInput && <InputData detail={detail} />}
      <PayloadLists transaction={transaction} />
      <SafetyPanel />
    </>
  );
}
