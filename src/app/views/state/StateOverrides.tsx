/** What accounts were made to hold before a transaction was executed. */
import { type ReactNode, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import type { Address, Hash } from '../../../core/chain/primitives';
import { formatUnits } from '../../../core/format/amounts';
import { formatInteger } from '../../../core/format/counts';
import type { PlacedOverride } from '../../../core/simulation/named-overrides';
import type { AccountOverride } from '../../../core/simulation/overlay';
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';
import { useNames } from '../../use-names';
import { ScrollBox } from '../ScrollBox';
import { byteCount, slotText, wordText } from '../trace/row-format';

const NONE = 'No state overrides are made when simulating this transaction';
/** Accounts until all are asked for. */
const SHOWN = 2;

type Props = {
  accounts: Readonly<Record<Address, AccountOverride>>;
  network: Network;
  /** Names by which slots were overridden. */
  names?: readonly PlacedOverride[];
  /** Text that is shown where nothing was overridden. */
  otherwise: string;
};

export function StateOverrides({ accounts, network, names: placed = [], otherwise }: Props) {
  const [all, setAll] = useState(false);
  const entries = Object.entries(accounts) as [Address, AccountOverride][];
  const shown = all ? entries : entries.slice(0, SHOWN);
  const names = useNames(
    network.id,
    entries.map(([address]) => address),
  );
  return (
    <Panel title="State Overrides" aside={entries.length > 0 && formatInteger(entries.length)}>
      {entries.length === 0 && <EmptyState title={NONE}>{otherwise}</EmptyState>}
      {entries.length > 0 && (
        <ScrollBox label="Overridden accounts" className="max-h-[420px]">
          <ul aria-label="State overrides">
            {shown.map(([address, override]) => (
              <li key={address} className="border-line border-b last:border-0">
                <div className="bg-raised px-3 py-1.5">
                  <AddressView address={address} name={names[address]} />
                </div>
                <Fields
                  override={override}
                  network={network}
                  placed={placed.filter((each) => each.address === address)}
                />
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
      {entries.length > SHOWN && (
        <div className="border-line border-t px-3 py-1.5">
          <Button size="s" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show less' : 'Show All'}
          </Button>
        </div>
      )}
    </Panel>
  );
}

type FieldsProps = { override: AccountOverride; network: Network; placed: readonly PlacedOverride[] };

function Fields({ override, network, placed }: FieldsProps) {
  const { balance, nonce, code, state, stateDiff } = override;
  const { decimals, symbol } = network.nativeCurrency;
  const slots = Object.entries(state ?? stateDiff ?? {}) as [Hash, Hash][];
  return (
    <dl>
      {balance !== undefined && (
        <Field what="Balance">
          {formatUnits(balance, decimals)} {symbol}
        </Field>
      )}
      {nonce !== undefined && <Field what="Nonce">{formatInteger(nonce)}</Field>}
      {code !== undefined && <Field what="Code">{code === '0x' ? 'none' : byteCount((code.length - 2) / 2)}</Field>}
      {state !== undefined && <Field what="Storage">replaced as a whole</Field>}
      {slots.map(([key, value]) => (
        <Field key={key} what={<span title={key}>slot {slotText(key)}</span>}>
          <span title={value}>{wordText(value)}</span>
          {placed
            .filter((each) => each.key === key)
            .map(({ block, step, name }) => (
              <span key={`${block} ${step ?? ''} ${name}`} className="block text-muted">
                {harmlessText(name, 200)}
              </span>
            ))}
        </Field>
      ))}
    </dl>
  );
}

function Field({ what, children }: { what: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-3 py-1 sm:grid-cols-[minmax(120px,320px)_minmax(0,1fr)]">
      <dt className="min-w-0 break-all text-muted">{what}</dt>
      <dd className="mono min-w-0 break-all">{children}</dd>
    </div>
  );
}
