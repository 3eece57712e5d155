/** An open function: its fields, the call that follows from them, and what came of it. */
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useMemo } from 'react';
import { compileTypes } from '../../../core/abi/abi-type';
import { nameOf } from '../../../core/abi/decode-parameters';
import { GWEI, WEI } from '../../../core/chain/units';
import type { CallableFunction } from '../../../core/contract/functions/callable-functions';
import type { FunctionDocs as Docs } from '../../../core/contract/functions/natspec';
import { parseAmount } from '../../../core/format/parse-amount';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { useCopy } from '../../ui/CopyButton';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import { AmountField } from '../../ui/identity/AmountField';
import { Spinner } from '../../ui/Spinner';
import { ArgumentField } from './ArgumentField';
import { Calldata } from './Calldata';
import { CallResult } from './CallResult';
import type { MethodCall } from './call-store';
import { WriteActions } from './WriteActions';

/** `whyNotSent` is undefined where the function may be sent. */
export function FunctionCall({
  call,
  listed,
  docs,
  suggestions,
  whyNotSent,
}: {
  call: MethodCall;
  listed: CallableFunction;
  docs: Docs | undefined;
  suggestions: readonly AddressSuggestion[];
  whyNotSent: string | undefined;
}) {
  const { entry, reads, selector } = listed;
  const snapshot = useSelector(call, (state) => state);
  const { args, call: typed, payment } = snapshot.context;
  const types = useMemo(() => compileTypes(entry.inputs), [entry]);
  useEffect(() => call.send({ type: 'user.opened' }), [call]);
  const { currency, units } = useUnits();
  const isBusy = snapshot.matches({ editing: 'reading' });
  const isLocked = !snapshot.matches('editing');
  const isPayable = entry.stateMutability === 'payable';
  const canReadAgain = reads && (entry.inputs.length > 0 || snapshot.context.error !== undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    call.send({ type: reads ? 'user.readAgain' : 'user.simulate' });
  }

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <FunctionHead listed={listed} />
      {docs && <FunctionDocs docs={docs} />}
      {types === undefined ? (
        <p className="text-failure">Encode function call failed: the ABI names a type that cannot be encoded</p>
      ) : (
        (entry.inputs.length > 0 || isPayable || canReadAgain) && (
          <form noValidate onSubmit={submit} className="min-w-0">
            <fieldset disabled={isLocked} className="flex min-w-0 max-w-[640px] flex-col gap-2.5">
              {types.map((type, position) => (
                <ArgumentField
                  // biome-ignore lint/suspicious/noArrayIndexKey: parameters have no identity but their position
                  key={position}
                  type={type}
                  path={nameOf(type, position)}
                  text={args[position] ?? ''}
                  help={helpOf(docs, type.name)}
                  suggestions={suggestions}
                  problem={typed?.problems?.[position]}
                  onText={(text) => call.send({ type: 'user.typed', position, text })}
                />
              ))}
              {isPayable && (
                <AmountField
                  label="Value"
                  typeName="payable"
                  units={units}
                  draft={payment}
                  onChange={(draft) => {
                    const unit = units.find(({ symbol }) => symbol === draft.unit) ?? currency;
                    const amount = parseAmount(draft.text, unit);
                    call.send({
                      type: 'user.paid',
                      payment: { ...draft, wei: amount.ok ? amount.value : undefined },
                    });
                  }}
                />
              )}
              {canReadAgain && (
                <div>
                  <Button type="submit" size="s" disabled={!snapshot.matches({ editing: 'ready' })}>
                    {isBusy && <Spinner label="Calling" />} Read again
                  </Button>
                </div>
              )}
            </fieldset>
          </form>
        )
      )}
      <CallResult snapshot={snapshot} listed={listed} />
      {!reads && <WriteActions call={call} snapshot={snapshot} listed={listed} whyNotSent={whyNotSent} />}
      <Calldata
        entry={entry}
        selector={selector}
        calldata={typed?.calldata}
        onFill={isLocked ? undefined : (filled) => call.send({ type: 'user.filled', args: filled })}
      />
    </div>
  );
}

/** Characters of what is said of a parameter. */
const MAX_HELP = 500;

function helpOf(docs: Docs | undefined, name: string): string | undefined {
  return docs && Object.hasOwn(docs.params, name) ? harmlessText(docs.params[name] ?? '', MAX_HELP) : undefined;
}

function FunctionHead({ listed: { entry, signature, selector } }: { listed: CallableFunction }) {
  const { copied, copy } = useCopy();
  function link(): string {
    const { origin, pathname } = window.location;
    return `${origin}${pathname}?expand=${selector}`;
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-s">
      <code className="min-w-0 break-all text-muted">
        {signature} {selector}
      </code>
      {entry.stateMutability === 'payable' && <Badge tone="pending">payable</Badge>}
      <Button size="s" variant="quiet" onClick={() => void copy(link())}>
        {copied ? 'Copied' : 'Copy link to this function'}
      </Button>
    </div>
  );
}

/** The chain's currency and its small units. */
function useUnits() {
  const { nativeCurrency: currency } = useNetwork().network;
  const units = useMemo(() => {
    if (currency.decimals !== 18) return [currency];
    return [currency, GWEI, WEI];
  }, [currency]);
  return { currency, units };
}

/** Characters of a text that are shown. */
const MAX_TEXT = 1_500;

function FunctionDocs({ docs: { notice, details, returns } }: { docs: Docs }) {
  const returned = Object.entries(returns);
  if (notice === '' && details === '' && returned.length === 0) return null;
  return (
    <div className="flex max-w-[640px] flex-col gap-1 break-words">
      {notice !== '' && <p>{harmlessText(notice, MAX_TEXT)}</p>}
      {details !== '' && <p className="text-muted text-s">{harmlessText(details, MAX_TEXT)}</p>}
      {returned.map(([name, text]) => (
        <p key={name} className="text-muted text-s">
          Returns {/^_\d+$/.test(name) ? '' : <code>{harmlessText(name, 60)}</code>} {harmlessText(text, MAX_TEXT)}
        </p>
      ))}
    </div>
  );
}
