/** A function's arguments typed into fields, and the calldata of the call. */
import { useMemo } from 'react';
import type { AbiFunction } from 'viem';
import { selectorOf, signatureOf } from '../../../core/abi/signature';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { FormField } from '../../ui/form/FormField';
import { NativeSelect } from '../../ui/NativeSelect';
import { Panel } from '../../ui/Panel';
import { useAddressSuggestions } from '../../use-address-suggestions';
import { NestedCallsProvider } from '../calls/BytesField';
import { CallFields } from '../calls/CallFields';
import { firstArguments, readFunctions } from '../calls/function-choice';
import { useTypedCall } from '../calls/use-typed-call';
import { FunctionsField } from './FunctionsField';

/** Characters of calldata that are drawn; copying takes all. */
const DRAWN = 10_000;
const NO_ARGUMENTS: readonly string[] = [];

/** A call to edit: its function, and the texts of its fields. */
export type EditedCall = { entry: AbiFunction; args: readonly string[] };

export function EncodeCall({
  known,
  onKnown,
  edited,
  onEdit,
}: {
  known: string;
  onKnown: (known: string) => void;
  edited: EditedCall | undefined;
  onEdit: (call: EditedCall) => void;
}) {
  const { network } = useNetwork();
  const suggestions = useAddressSuggestions(network.id);
  const read = useMemo(() => readFunctions(known), [known]);
  // A call that was decoded is of a function that nobody need have stated here.
  const functions = useMemo(() => {
    const stated = read.ok ? read.value : [];
    if (edited === undefined) return stated;
    const own = signatureOf(edited.entry);
    return stated.some((one) => signatureOf(one) === own) ? stated : [edited.entry, ...stated];
  }, [read, edited]);
  const chosen =
    functions.find((one) => edited !== undefined && signatureOf(one) === signatureOf(edited.entry)) ?? functions[0];
  const first = useMemo(() => (chosen ? firstArguments(chosen) : NO_ARGUMENTS), [chosen]);
  const args =
    edited !== undefined && chosen !== undefined && signatureOf(edited.entry) === signatureOf(chosen)
      ? edited.args
      : first;
  const call = useTypedCall(chosen, args);
  const nested = useMemo(() => ({ abis: [functions], Fields: CallFields }), [functions]);
  return (
    <>
      <Panel>
        <div className="px-3 py-2.5">
          <FunctionsField
            value={known}
            help="One signature a line, with names of the arguments if you like, or the JSON of an ABI."
            error={read.ok ? undefined : read.error}
            onChange={onKnown}
          />
        </div>
      </Panel>
      {chosen === undefined ? (
        <EmptyState title="No function yet">Enter a signature above, or decode calldata and edit it.</EmptyState>
      ) : (
        <Panel
          title={<code className="break-all font-medium">{harmlessText(signatureOf(chosen), 300)}</code>}
          aside={selectorOf(signatureOf(chosen))}
        >
          <div className="flex max-w-[720px] flex-col gap-3 px-3 py-2.5">
            {functions.length > 1 && (
              <FormField label="Function" empty={false}>
                {(control) => (
                  <NativeSelect
                    {...control}
                    value={signatureOf(chosen)}
                    options={functions.map((one) => ({
                      value: signatureOf(one),
                      label: harmlessText(signatureOf(one), 120),
                    }))}
                    onChange={(signature) => {
                      const next = functions.find((one) => signatureOf(one) === signature);
                      if (next) onEdit({ entry: next, args: firstArguments(next) });
                    }}
                  />
                )}
              </FormField>
            )}
            <NestedCallsProvider value={nested}>
              <CallFields
                key={signatureOf(chosen)}
                entry={chosen}
                args={args}
                call={call}
                suggestions={suggestions}
                onArgs={(changed) => onEdit({ entry: chosen, args: changed })}
              />
            </NestedCallsProvider>
          </div>
          <div role="status" className="border-line border-t bg-raised px-3 py-2">
            {call?.calldata !== undefined ? (
              <p className="min-w-0">
                <code className="break-all">{call.calldata.slice(0, DRAWN)}</code>
                {call.calldata.length > DRAWN && '…'}{' '}
                <span className="text-muted">{formatInteger(call.calldata.length / 2 - 1)} bytes</span>{' '}
                <CopyButton text={call.calldata} what="calldata" />
              </p>
            ) : (
              call && <p className="text-failure">{harmlessText(call.summary, 300)}</p>
            )}
          </div>
        </Panel>
      )}
    </>
  );
}
