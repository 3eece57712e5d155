/** Where a contract's address leads: to the transfers of a token, to the transactions of any other. */
import { Navigate, useParams } from '@tanstack/react-router';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';

export function ContractEntry() {
  const { segment } = useNetwork();
  const { token } = useAccount();
  const { address = '' } = useParams({ strict: false });
  return (
    <Navigate
      to="/{-$network}/contract/$address/txs/{-$type}"
      params={{ network: segment, address, type: token === undefined ? 'all' : 'transfers' }}
      search={({ view }) => ({ view })}
      replace
    />
  );
}
