/** What the transaction carries: its input, and the lists newer types have; and what is to be thought of what it does. */

import { lazyPart } from '../../ui/lazy-part';
import { InputData } from './InputData';
import { usePageTransaction } from './open-trace-context';
import { PayloadLists } from './PayloadLists';

const SafetyPanel = lazyPart(() => import('../safety/SafetyPanel').then((module) => module.SafetyPanel));

export function Payload() {
  const { transaction } = usePageTransaction().record;
  return (
    <>
      {transaction.input !== '0x' && <InputData />}
      <PayloadLists transaction={transaction} />
      <SafetyPanel />
    </>
  );
}
