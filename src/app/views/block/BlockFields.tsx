import type { ReactNode } from 'react';
import { tipsOfBlock } from '../../../core/chain/block-tips';
import type { Hash } from '../../../core/chain/primitives';
import { opensRollupBlock } from '../../../core/chain/rollup-block';
import { type FieldLabels, readRollupField } from '../../../core/chain/rollup-fields';
import type { Withdrawal } from '../../../core/chain/transaction';
import { WEI_PER_GWEI } from '../../../core/chain/units';
import { burnsBaseFees } from '../../../core/evm/families/find-family';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { formatUtc } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import type { BlockPage } from '../../../workers/chain/chain.api';
import { useNetwork } from '../../network-context';
import { CopyButton } from '../../ui/CopyButton';
import { Field, FieldList } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { AmountView } from '../../ui/identity/AmountView';
import { HashView } from '../../ui/identity/HashView';
import { Panel } from '../../ui/Panel';
import { useL1Finality } from '../../use-l1-finality';
import { useNames } from '../../use-names';
import { RollupFieldValue } from '../transaction/RollupRows';

/** Fields that headers alone have: Arbitrum's, ZKsync's, Avalanche's, Base's, BNB Smart Chain's, Gnosis', Berachain's. */
const OF_HEADERS: FieldLabels = {
  l1BatchTimestamp: ['L1 batch time', 'seconds'],
  sendCount: ['Messages to L1', 'count'],
  sendRoot: ['Root of messages to L1', 'hash'],
  extDataHash: ['Hash of atomic transactions', 'hash'],
  extDataGasUsed: ['Gas of atomic transactions', 'count'],
  blockGasCost: ['Block gas cost', 'count'],
  timestampMilliseconds: ['Milliseconds since 1970', 'count'],
  timestampMs: ['Milliseconds since 1970', 'count'],
  milliTimestamp: ['Milliseconds since 1970', 'count'],
  minDelayExcess: ['Excess of the least delay', 'count'],
  parentProposerPubkey: ['Key of the proposer before', 'text'],
  step: ['Step', 'count'],
  signature: ['Signature', 'text'],
};
/** Hash of an empty list, which blocks without uncles have. */
const NO_UNCLES: string = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
/** None of these fields is an address. */
const NO_NAMES = {};
const MAX_WITHDRAWALS = 100; // shown; mainnet has 16 to a block

/** Shows every field the node gave but the filter of events and an empty list of uncles, and what its transactions paid. */
export function BlockFields({ block, transactions }: Pick<BlockPage, 'block' | 'transactions'>) {
  const { network } = useNetwork();
  const { nativeCurrency } = network;
  const names = useNames(network.id, [block.miner]);
  const finality = useL1Finality(network, block.number);
  const amount = (wei: bigint) => <AmountView wei={wei} currency={nativeCurrency} focusable={false} />;
  const root = (hash: Hash) => <HashView hash={hash} of="root" form="full" />;
  const tips = tipsOfBlock(
    block.baseFeePerGas,
    transactions.map(({ summary }) => summary),
  );
  const { gasLimit, gasUsed, blobGasUsed, excessBlobGas, slotNumber } = block;
  const exact: Partial<Record<string, number | bigint>> = {
    ...{ gasLimit, gasUsed, blobGasUsed, excessBlobGas, slotNumber },
    ...block.exact,
  };
  const integer = (value: number | bigint) => <span className="mono">{formatInteger(value)}</span>;
  return (
    <Panel title="Details">
      <FieldList>
        {optional('Hash', block.hash, (hash) => (
          <HashView hash={hash} of="block" form="full" link={false} />
        ))}
        {optional('Parent', block.parentHash, (hash) => (
          <HashView hash={hash} of="block" form="full" />
        ))}
        {optional('Time', block.timestamp, (seconds) => formatUtc(seconds * 1000))}
        {optional('Finality', finality, ({ word, sentence }) => (
          <span title={sentence}>{word}</span>
        ))}
        {optional('Miner', block.minerUnknown ? undefined : block.miner, (miner) => (
          <AddressView address={miner} name={names[miner]} form="full" />
        ))}
        {optional('Gas limit', exact.gasLimit, integer)}
        {optional('Gas used', exact.gasUsed, integer)}
        {optional('Base fee per gas', block.baseFeePerGas, amount)}
        {/* On rollups the base fee goes to who runs them. */}
        {!opensRollupBlock(transactions[0]?.summary?.from) &&
          optional(
            !burnsBaseFees(network) ? 'Base fees' : block.blobGasUsed ? 'Burnt fees, without blobs' : 'Burnt fees',
            block.baseFeePerGas,
            (fee) => amount(fee * BigInt(block.gasUsed)),
            burnsBaseFees(network)
              ? 'The base fee of all gas. Blob fees are burnt as well, at a price of their own.'
              : 'The base fee of all gas. This chain does not burn it, or not all of it.',
          )}
        <Field label="Tips" hint="The fees that its transactions paid to the miner, without the base fee">
          {tips === undefined ? <span className="text-muted">unknown: not all receipts are here</span> : amount(tips)}
        </Field>
        {optional('Blob gas used', exact.blobGasUsed, integer)}
        {optional('Excess blob gas', exact.excessBlobGas, integer)}
        {optional('Size', block.size, (bytes) =>
          bytes < 1000 ? countOf(bytes, 'byte') : `${countOf(bytes, 'byte')} (${formatBytes(bytes)})`,
        )}
        {optional('Difficulty', block.difficulty, integer)}
        {optional('Nonce', block.nonce, (nonce) => (
          <code>{nonce}</code>
        ))}
        {optional('Mix hash', block.mixHash, root)}
        {optional('State root', block.stateRoot, root)}
        {optional('Transactions root', block.transactionsRoot, root)}
        {optional('Receipts root', block.receiptsRoot, root)}
        {optional('Uncles hash', block.sha3Uncles === NO_UNCLES ? undefined : block.sha3Uncles, root)}
        {optional('Withdrawals root', block.withdrawalsRoot, root)}
        {optional('Parent beacon block root', block.parentBeaconBlockRoot, root)}
        {optional('Requests hash', block.requestsHash, root)}
        {optional('Block access list hash', block.blockAccessListHash, root)}
        {optional('Slot', exact.slotNumber, integer)}
        {optional('Extra data', block.extraData, (data) => (
          <ExtraData data={data} />
        ))}
        {Object.entries(block.rollup ?? {}).map(([name, raw]) => {
          const { label, value } = readRollupField(name, raw, OF_HEADERS);
          return (
            <Field key={name} label={label}>
              <RollupFieldValue value={value} raw={raw} what={label} currency={nativeCurrency} names={NO_NAMES} />
            </Field>
          );
        })}
        {optional('Withdrawals', block.withdrawals, (withdrawals) => (
          <Withdrawals withdrawals={withdrawals} amount={amount} />
        ))}
      </FieldList>
    </Panel>
  );
}

/** The field when the node gave it. */
function optional<T>(label: string, value: T | undefined, render: (value: T) => ReactNode, hint?: string): ReactNode {
  if (value === undefined) return null;
  return (
    <Field label={label} hint={hint}>
      {render(value)}
    </Field>
  );
}

function Withdrawals({
  withdrawals,
  amount,
}: {
  withdrawals: readonly Withdrawal[];
  amount: (wei: bigint) => ReactNode;
}) {
  if (withdrawals.length === 0) return 'None';
  return (
    <ul>
      {withdrawals.slice(0, MAX_WITHDRAWALS).map((withdrawal) => (
        <li key={withdrawal.index} className="flex flex-wrap items-center gap-x-3">
          <span className="text-muted">
            #{withdrawal.index} · validator {withdrawal.validatorIndex}
          </span>
          <AddressView address={withdrawal.address} />
          {amount(withdrawal.amount * WEI_PER_GWEI)}
        </li>
      ))}
      {withdrawals.length > MAX_WITHDRAWALS && (
        <li className="text-muted">and {withdrawals.length - MAX_WITHDRAWALS} more</li>
      )}
    </ul>
  );
}

/** Bytes the miner chose: shown as hex, and as text where they are some. */
function ExtraData({ data }: { data: string }) {
  const text = readAscii(data);
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <code className="break-all">{data}</code>
      {text !== undefined && <bdi className="text-muted">“{harmlessText(text, 64)}”</bdi>}
      {data !== '0x' && <CopyButton text={data} what="extra data" />}
    </span>
  );
}

/** Printable ASCII in the bytes, undefined when there is anything else in them. */
function readAscii(hex: string): string | undefined {
  const bytes = (hex.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  const printable = bytes.length > 0 && bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return printable ? String.fromCharCode(...bytes) : undefined;
}
