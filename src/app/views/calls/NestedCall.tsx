/** A call within a call: its function, chosen or written as a signature, and its arguments as fields. */
import { type ComponentType, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Abi, AbiFunction } from 'viem';
import type { TypedCall } from '../../../core/abi/encode';
import { selectorOf, signatureOf } from '../../../core/abi/signature';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import { TextField } from '../../ui/TextField';
import { useAbiApi, useContractsApi } from '../../wiring';
import { firstArguments, readFunctions } from './function-choice';
import { useTextInStep } from './use-text-in-step';
import { useTypedCall } from './use-typed-call';

/** Functions that are offered while the reader writes. */
const MAX_OFFERED = 500;
const NO_ARGUMENTS: readonly string[] = [];

/** The fields of a call. */
export type CallFieldsProps = {
  entry: AbiFunction;
  args: readonly string[];
  /** What the worker makes of `args`. */
  call: TypedCall | undefined;
  suggestions: readonly AddressSuggestion[];
  onArgs: (args: readonly string[]) => void;
};

export type NestedCalls = {
  /** ABIs whose functions the bytes may call: a multicall calls the contract itself. */
  abis: readonly Abi[];
  /** The fields of a call. */
  Fields: ComponentType<CallFieldsProps>;
};

export function NestedCall({
  calls: { abis, Fields },
  text,
  suggestions,
  onText,
}: {
  calls: NestedCalls;
  /** Hex, or '' while the call does not encode. */
  text: string;
  suggestions: readonly AddressSuggestion[];
  onText: (text: string) => void;
}) {
  const { network } = useNetwork();
  const contracts = useContractsApi();
  const abi = useAbiApi();
  const listId = useId();
  const [signature, setSignature] = useState('');
  const [args, setArgs] = useState(NO_ARGUMENTS);
  const [note, setNote] = useState('');
  const offered = useMemo(() => abis.flat().filter((one): one is AbiFunction => one.type === 'function'), [abis]);
  const entry = useMemo(() => entryOf(signature, offered), [signature, offered]);
  const call = useTypedCall(entry, args);
  /** Arguments of bytes that came from elsewhere, or that stood when other bytes came: their call is not handed on. */
  const settled = useRef(args);

  const tell = useTextInStep(text, onText, (given, isWanted) => {
    settled.current = args;
    // A call that stayed would stand for bytes that are no longer its own.
    const leave = (why: string) => {
      setNote(why);
      setSignature('');
      setArgs(NO_ARGUMENTS);
    };
    if (given === '' || given === '0x') {
      leave('');
      return;
    }
    const read = async () => {
      const reading = await contracts.readCalldata(network.id, given, abis);
      const found = reading.ok ? reading.value.candidates.find(({ canonical }) => canonical) : undefined;
      const texts = found && (await abi.readArguments(found.entry, given as `0x${string}`));
      if (!isWanted()) return;
      if (found === undefined || !texts?.ok) {
        leave('These bytes do not call a known function. Enter a function to write another call.');
        return;
      }
      setNote('');
      setSignature(textOf(found.entry));
      settled.current = texts.value;
      setArgs(texts.value);
    };
    read().catch(() => isWanted() && leave('The bytes could not be read. Try again.'));
  });
  useEffect(() => {
    // Bytes of a call that does not encode would be those of an older one.
    if (call !== undefined && args !== settled.current) tell(call.calldata ?? '');
  }, [call, args, tell]);

  return (
    <div className="flex min-w-0 flex-col gap-2.5 rounded-m border border-line border-l-2 border-l-accent bg-panel px-3 py-2">
      <TextField
        mono
        label="Function"
        list={listId}
        placeholder="transfer(address to, uint256 value)"
        help={
          entry === undefined
            ? note || 'The name or the signature of the called function.'
            : selectorOf(signatureOf(entry))
        }
        error={
          signature === '' || entry !== undefined
            ? undefined
            : 'This is neither a function of the contract nor a signature.'
        }
        value={signature}
        onChange={(value) => {
          const next = entryOf(value, offered);
          setSignature(value);
          setNote('');
          if (next === undefined) tell('');
          else if (entry === undefined || signatureOf(next) !== signatureOf(entry)) setArgs(firstArguments(next));
        }}
      />
      <datalist id={listId}>
        {offered.slice(0, MAX_OFFERED).map((one) => (
          <option key={signatureOf(one)} value={harmlessText(textOf(one), 300)} />
        ))}
      </datalist>
      {entry && <Fields entry={entry} args={args} call={call} suggestions={suggestions} onArgs={setArgs} />}
    </div>
  );
}

/** The function of a name that is the only one of it, or of a signature; one of the contract has the names of its parameters. */
function entryOf(text: string, offered: readonly AbiFunction[]): AbiFunction | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const named = offered.filter(({ name }) => name === trimmed);
  if (named.length === 1) return named[0];
  const read = readFunctions(trimmed);
  const [stated] = read.ok ? read.value : [];
  if (stated === undefined) return undefined;
  return offered.find((one) => signatureOf(one) === signatureOf(stated)) ?? stated;
}

/** Writes the function as its field shows it: with the names of its parameters where those can be read again. */
function textOf(entry: AbiFunction): string {
  const named = `${entry.name}(${entry.inputs.map(({ type, name }) => `${type} ${name ?? ''}`.trim()).join(', ')})`;
  const read = readFunctions(named);
  const [same] = read.ok ? read.value : [];
  return same !== undefined && signatureOf(same) === signatureOf(entry) ? named : signatureOf(entry);
}
