/** The strip of key facts: from, to, value, gas, fee, type. */
import { paysInToken } from '../../../core/chain/fee-currency';
import type { NativeCurrency } from '../../../core/chain/network';
import { GWEI } from '../../../core/chain/units';
import { formatFee } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { isTestedHash } from '../../../core/simulation/simulation-hash';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { Status } from '../../ui/Badge';
import { Fact, Facts } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { GasView } from '../../ui/identity/GasView';
import { lazyPart } from '../../ui/lazy-part';
import { useNames } from '../../use-names';
import { usePaidFees } from '../open-trace/use-paid-fees';
import { feeOf, highestFeeOf } from './fee';
import { typeLabel } from './type-text';

type Props = { record: TransactionRecord; status: Status; currency: NativeCurrency };

const TokenFee = lazyPart(async () => (await import('./TokenFee')).TokenFee);

/** Room for a name, which comes later than the rest and moves nothing. */
const PARTY = 'grow lg:w-[252px] lg:[&_a]:flex-nowrap';

export function TransactionFacts({ record, status, currency }: Props) {
  const { transaction, receipt, block } = record;
  const fee = receipt && feeOf(transaction, receipt, block);
  const paid = usePaidFees();
  const highest = receipt ? undefined : highestFeeOf(transaction);
  // Nobody creates without gas: the chain itself put it into the block.
  const created = transaction.to === undefined && transaction.gas > 0;
  // Nodes name the address also where the creation failed.
  const to = transaction.to ?? (status === 'success' ? receipt?.contractAddress : undefined);
  const names = useNames(transaction.networkId, [transaction.from, to]);
  return (
    <Facts label="Key facts">
      <Fact label="From" className={PARTY}>
        <AddressView address={transaction.from} name={names[transaction.from]} />
      </Fact>
      <Fact label={created ? 'Contract creation' : 'To'} className={PARTY}>
        {to ? (
          <AddressView address={to} name={names[to]} />
        ) : (
          <span className="text-muted">
            {!created ? 'nobody' : status === 'failed' ? 'none: it failed' : 'address not known yet'}
          </span>
        )}
      </Fact>
      <Fact label="Value">
        {transaction.value === 0n ? `0 ${currency.symbol}` : <AmountView wei={transaction.value} currency={currency} />}
      </Fact>
      <Fact label={receipt ? 'Gas used' : 'Gas limit'}>
        {receipt ? <GasView used={receipt.gasUsed} limit={transaction.gas} /> : formatInteger(transaction.gas)}
      </Fact>
      <Fact label={receipt ? 'Fee' : 'At most'}>
        {isTestedHash(transaction.hash) && transaction.gasPrice === 0n ? (
          <span className="font-normal text-muted">none in a test</span>
        ) : fee ? (
          <>
            <AmountView wei={paid?.total ?? fee.total} currency={currency} fee />{' '}
            <span className="font-normal text-muted">at {formatFee(fee.price, GWEI).text}</span>
          </>
        ) : highest !== undefined ? (
          <AmountView wei={highest} currency={currency} fee />
        ) : paysInToken(transaction.rollup) ? (
          <TokenFee transaction={transaction} receipt={receipt} />
        ) : (
          <span className="text-muted">not stated</span>
        )}
      </Fact>
      <Fact label="Type">
        {typeLabel(transaction)}{' '}
        <span className="font-normal text-muted">nonce {formatInteger(transaction.nonce)}</span>
      </Fact>
    </Facts>
  );
}
