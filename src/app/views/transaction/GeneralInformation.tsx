/** Every field the node gave of the transaction, its receipt and its block. */
import { useEffect } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { pseudoTransaction } from '../../../core/chain/pseudo-transaction';
import type { Block, ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';
import { GWEI } from '../../../core/chain/units';
import { burnsBaseFees } from '../../../core/evm/families/find-family';
import { formatUnits } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import { formatUtc } from '../../../core/format/times';
import type { PaidFees } from '../../../core/replay/paid-fees';
import { isTestedHash, isUnminedHash } from '../../../core/simulation/simulation-hash';
import { harmlessText } from '../../../core/text/harmless';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { Outcome } from '../../../workers/trace/rows.api';
import { useHead } from '../../chain-head';
import { CopyButton } from '../../ui/CopyButton';
import { AddressView } from '../../ui/identity/AddressView';
import { BlockLink } from '../../ui/identity/BlockLink';
import { HashView } from '../../ui/identity/HashView';
import { Panel } from '../../ui/Panel';
import { useL1Finality } from '../../use-l1-finality';
import { type Names, useNames } from '../../use-names';
import { FEE_TEXT } from '../open-trace/fee-text';
import { statusOf } from '../open-trace/status';
import { usePaidFees } from '../open-trace/use-paid-fees';
import { FieldRow as Row } from './FieldRow';
import { FollowChain } from './FollowChain';
import { type Fee, feeOf } from './fee';
import { OutcomeRows } from './OutcomeRows';
import { RollupRows } from './RollupRows';
import { FEE_TOKEN_DECIMALS, feeTokenOf, tokenFeeOf } from './token-fee';
import { typeLabel } from './type-text';

type Props = {
  record: TransactionRecord;
  network: Network;
  outcome: Outcome | undefined;
  /** Called when the chain took the block back; it is not watched without. */
  onMoved?: () => void;
  /** Called once it is drawn. */
  onShown: () => void;
};

export function GeneralInformation({ record, network, outcome, onMoved, onShown }: Props) {
  useEffect(onShown, [onShown]);
  const { transaction, receipt, block } = record;
  // Gas is free in tests unless they set a price.
  const isFree = isTestedHash(transaction.hash) && transaction.gasPrice === 0n;
  const fee = receipt && !isFree ? feeOf(transaction, receipt, block) : undefined;
  // Nodes name the address also where the creation failed.
  const created = statusOf(receipt, outcome) === 'success' ? receipt?.contractAddress : undefined;
  const paid = usePaidFees();
  const takers = paid?.parts.map(({ to }) => to) ?? [];
  const { l1Fee, ...others } = { ...transaction.rollup, ...receipt?.rollup };
  // Among the parts of the fee it stands already.
  const rollupFields = paid || fee?.rollup !== undefined || l1Fee === undefined ? others : { l1Fee, ...others };
  const inToken = receipt && tokenFeeOf(transaction, receipt);
  const token = feeTokenOf(transaction);
  const names = useNames(network.id, [transaction.from, transaction.to, created, token, ...takers]);
  const told = [outcome?.method?.text, paid?.total, ...Object.values(names).map(({ text }) => text)].join('\n');
  return (
    <Panel title="General information">
      {onMoved && receipt && !isUnminedHash(transaction.hash) && (
        <FollowChain networkId={network.id} receipt={receipt} onMoved={onMoved} />
      )}
      {/* Another list when more is known: rows that grew would move those below them under the reader. */}
      <dl key={told} className="md:max-lg:columns-2 gap-0 py-1">
        <Place transaction={transaction} receipt={receipt} block={block} network={network} />
        {outcome && <OutcomeRows outcome={outcome} />}
        <Parties transaction={transaction} created={created} outcome={outcome} network={network} names={names} />
        <Gas transaction={transaction} receipt={receipt} block={block} names={names} />
        {paid && !isFree ? (
          <PaidFields paid={paid} network={network} names={names} />
        ) : (
          fee && <FeeFields fee={fee} network={network} />
        )}
        {inToken && (
          <Row label="Fee">
            {formatUnits(inToken.amount, 18)} <AddressView address={inToken.token} name={names[inToken.token]} />
          </Row>
        )}
        <Signature transaction={transaction} />
        <RollupRows fields={rollupFields} currency={network.nativeCurrency} names={names} />
      </dl>
    </Panel>
  );
}

type Parts = { transaction: Transaction; receipt: ReceiptWithoutLogs | undefined };

function Place({ transaction, receipt, block, network }: Parts & { block: Block | undefined; network: Network }) {
  const isSimulated = isUnminedHash(transaction.hash);
  const isTest = isTestedHash(transaction.hash);
  // The receipt of a simulated step names the block that it stands on, which it is not in.
  const mined = isSimulated ? undefined : receipt;
  const head = useHead(mined ? network.id : undefined);
  const finality = useL1Finality(network, mined?.blockNumber);
  const confirmations = head?.ok && mined ? head.value.blockNumber - mined.blockNumber + 1 : 0;
  return (
    <>
      <Row label="Hash">
        <HashView hash={transaction.hash} of="transaction" link={false} />
      </Row>
      <Row label="Network">
        {harmlessText(network.name, 60)} <span className="text-muted">{network.id}</span>
      </Row>
      <Row label={isSimulated && !isTest ? 'Simulated on block' : 'Block'}>
        {receipt === undefined ? (
          'pending block'
        ) : isTest ? (
          formatInteger(receipt.blockNumber)
        ) : (
          <BlockLink number={receipt.blockNumber} />
        )}
      </Row>
      {mined && (
        <Row label="Confirmations">
          <span data-fleeting="…">{confirmations > 0 ? formatInteger(confirmations) : '…'}</span>
        </Row>
      )}
      {finality && (
        <Row label="Finality">
          <span data-fleeting="…" title={finality.sentence}>
            {finality.word}
          </span>
        </Row>
      )}
      {mined && (
        <Row label="Block hash">
          <HashView hash={mined.blockHash} of="block" />
        </Row>
      )}
      {block && (
        <Row label="Timestamp">
          {/* Tests begin at second 1 unless they say otherwise: as a date that misleads. */}
          {isTest ? formatInteger(block.timestamp) : formatUtc(block.timestamp * 1000)}
        </Row>
      )}
      {transaction.index !== undefined && <Row label="Index">{formatInteger(transaction.index)}</Row>}
    </>
  );
}

type PartiesProps = {
  transaction: Transaction;
  created: Address | undefined;
  outcome: Outcome | undefined;
  network: Network;
  names: Names;
};

function Parties({ transaction, created, outcome, network, names }: PartiesProps) {
  const { symbol, decimals } = network.nativeCurrency;
  const pseudo = pseudoTransaction(transaction);
  return (
    <>
      <Row label="From">
        <AddressView address={transaction.from} name={names[transaction.from]} />
      </Row>
      {transaction.to && (
        <Row label="To">
          <AddressView address={transaction.to} name={names[transaction.to]} />
        </Row>
      )}
      {created && (
        <Row label="Created contract">
          <AddressView address={created} name={names[created]} />
        </Row>
      )}
      <Row label="Value">
        {formatUnits(transaction.value, decimals)} {symbol}
      </Row>
      <Row label="Type">{typeLabel(transaction, pseudo?.name)}</Row>
      {pseudo && (
        <Row label="Kind">
          {pseudo.name}. <span className="text-muted">{pseudo.sentence}</span>
        </Row>
      )}
      <Row label="Nonce">{formatInteger(transaction.nonce)}</Row>
      {transaction.to && !outcome?.codeless && transaction.input.length >= 10 && (
        <Row label="Function signature">
          <span className="mono">{transaction.input.slice(0, 10)}</span>
        </Row>
      )}
      {transaction.chainId !== undefined && <Row label="Signed for chain">{transaction.chainId}</Row>}
    </>
  );
}

function Gas({ transaction, receipt, block, names }: Parts & { block: Block | undefined; names: Names }) {
  const token = feeTokenOf(transaction);
  const price = (label: string, units: bigint | undefined) =>
    token === undefined ? (
      <Gwei label={label} wei={units} />
    ) : (
      units !== undefined && (
        <Row label={label}>
          {formatUnits(units, FEE_TOKEN_DECIMALS)} <AddressView address={token} name={names[token]} form="name" />
        </Row>
      )
    );
  return (
    <>
      <Row label="Gas limit">{formatInteger(transaction.exact?.gas ?? transaction.gas)}</Row>
      {receipt && <Row label="Gas used">{formatInteger(receipt.gasUsed)}</Row>}
      {receipt?.cumulativeGasUsed !== undefined && (
        <Row label="Gas used in the block so far">{formatInteger(receipt.cumulativeGasUsed)}</Row>
      )}
      {price('Gas price', transaction.gasPrice)}
      {price('Max fee per gas', transaction.maxFeePerGas)}
      {price('Max priority fee per gas', transaction.maxPriorityFeePerGas)}
      {price('Effective gas price', receipt?.effectiveGasPrice)}
      <Gwei label="Base fee of the block" wei={block?.baseFeePerGas} />
      <Gwei label="Max fee per blob gas" wei={transaction.maxFeePerBlobGas} />
      <Gwei label="Blob gas price" wei={transaction.blobVersionedHashes ? receipt?.blobGasPrice : undefined} />
      {receipt?.blobGasUsed !== undefined && <Row label="Blob gas used">{formatInteger(receipt.blobGasUsed)}</Row>}
    </>
  );
}

function FeeFields({ fee, network }: { fee: Fee; network: Network }) {
  const { nativeCurrency: currency } = network;
  const amount = (wei: bigint) => `${formatUnits(wei, currency.decimals)} ${currency.symbol}`;
  return (
    <>
      <Row label="Fee">{amount(fee.total)}</Row>
      {fee.burnt !== undefined && (
        <Row label={burnsBaseFees(network) ? 'of which burnt' : 'of which base fee'}>{amount(fee.burnt)}</Row>
      )}
      {fee.tip !== undefined && <Row label="of which tip">{amount(fee.tip)}</Row>}
      {fee.blob !== undefined && <Row label="of which for blobs">{amount(fee.blob)}</Row>}
      {fee.rollup !== undefined && <Row label="of which L1 fee">{amount(fee.rollup)}</Row>}
    </>
  );
}

/** Shows the fees by the chain's own rules, and who received them. */
function PaidFields({ paid, network, names }: { paid: PaidFees; network: Network; names: Names }) {
  const { symbol, decimals } = network.nativeCurrency;
  return (
    <>
      <Row label="Fee">
        {formatUnits(paid.total, decimals)} {symbol}
      </Row>
      {paid.parts.map(({ kind, wei, to }) => (
        <Row key={`${kind} ${to}`} label={`of which ${FEE_TEXT[kind]}`}>
          {formatUnits(wei, decimals)} {symbol}{' '}
          {to === undefined ? (
            (kind === 'blob' || burnsBaseFees(network)) && 'burnt'
          ) : (
            <>
              to <AddressView address={to} name={names[to]} />
            </>
          )}
        </Row>
      ))}
    </>
  );
}

function Signature({ transaction: { signature } }: { transaction: Transaction }) {
  if (!signature) return null;
  return (
    <>
      <Row label="Signature v">
        {signature.v.toString()}
        {signature.yParity !== undefined && <span className="text-muted"> · y parity {signature.yParity}</span>}
      </Row>
      <Row label="Signature r">
        <Bytes hex={signature.r} what="r of the signature" />
      </Row>
      <Row label="Signature s">
        <Bytes hex={signature.s} what="s of the signature" />
      </Row>
    </>
  );
}

function Gwei({ label, wei }: { label: string; wei: bigint | undefined }) {
  return wei === undefined ? null : <Row label={label}>{formatUnits(wei, GWEI.decimals)} Gwei</Row>;
}

export function Bytes({ hex, what }: { hex: string; what: string }) {
  const short = hex.length <= 22 ? hex : `${hex.slice(0, 12)}…${hex.slice(-8)}`;
  return (
    <span className="inline-flex items-center gap-1" title={hex}>
      <span className="mono">{short}</span>
      <CopyButton text={hex} what={what} />
    </span>
  );
}
