/** What the transaction carries: its input, and the lists newer types have. */

import { InputData } from './InputData';
import { usePageTransaction } from './open-trace-context';
import { PayloadLists } from './PayloadLists';

export function Payload() {
  const { transaction } = usePageTransaction().record;
  return (
    <>
      {transaction.input !== '0x' && <InputData />}
      <PayloadLists transaction={transaction} />
    </>
  );
}
