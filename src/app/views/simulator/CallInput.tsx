/** What a step calls: a function with typed arguments, or raw calldata. Changing between the two loses nothing. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Abi, AbiFunction } from 'viem';
import { compileTypes } from '../../../core/abi/abi-type';
import { defaultArgument } from '../../../core/abi/argument-text';
import type { TypedCall } from '../../../core/abi/encode';
import { parseAddress } from '../../../core/chain/address';
import type { Network } from '../../../core/chain/network';
import type { Address, Hex } from '../../../core/chain/primitives';
import { type CallableFunction, callableFunctions } from '../../../core/contract/functions/callable-functions';
import { facetFunctions } from '../../../core/contract/proxies/facet-functions';
import type { StepDraft } from '../../../core/simulation/draft';
import { functionOf } from '../../../core/simulation/encode-text';
import { harmlessText } from '../../../core/text/harmless';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { FormField } from '../../ui/form/FormField';
import { useFormContext, useReportedField } from '../../ui/form/form-context';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import { NativeSelect } from '../../ui/NativeSelect';
import { Segmented } from '../../ui/Segmented';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { useLoaded } from '../../use-loaded';
import { useQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import { ArgumentFields } from '../calls/CallFields';
import { learnInterfaces } from '../calls/learn-interfaces';
import { STOPPED } from '../calls/use-typed-call';

type Props = {
  network: Network;
  step: StepDraft;
  problem: string | undefined;
  suggestions: readonly AddressSuggestion[];
  onStep: (change: Partial<StepDraft>) => void;
};

/** Digits of `0x` and a selector. */
const SELECTOR = 10;
/** The choice of a function that is written by hand. */
const WRITTEN = 'written';
/** How the arguments are named in the list of the form's problems. */
const ARGUMENTS = { label: 'the arguments', missing: false };

export function CallInput({ network, step, problem, suggestions, onStep }: Props) {
  const parsed = parseAddress(step.to);
  const functions = useFunctions(network, parsed.ok ? parsed.value : undefined);
  const [wanted, setWanted] = useState<'function' | 'raw'>();
  const known = functions.find(({ selector }) => selector === step.input.slice(0, SELECTOR).toLowerCase());
  const mode =
    wanted ?? (step.signature !== '' || known !== undefined ? 'function' : step.input === '' ? 'function' : 'raw');
  const choice = (
    <Segmented
      label="Call"
      size="s"
      value={mode}
      segments={[
        { value: 'function', label: 'Function' },
        { value: 'raw', label: 'Raw calldata' },
      ]}
      onChange={setWanted}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-3">
        <span className="font-[550]">Call</span>
        {choice}
      </div>
      {mode === 'raw' ? (
        <TextArea
          mono
          rows={2}
          label="Calldata"
          help="0x…; the code of the contract where there is no receiver"
          value={step.input}
          error={problem}
          // What is written by hand is no longer that of a signature.
          onChange={(text) => onStep({ input: text, signature: '', args: [] })}
        />
      ) : (
        <FunctionFields step={step} functions={functions} known={known} suggestions={suggestions} onStep={onStep} />
      )}
    </div>
  );
}

/** The functions of the contract and of what stands behind it, which providers are asked for; none while they are not known. */
function useFunctions(network: Network, to: Address | undefined): readonly CallableFunction[] {
  const account = useQuestion(
    'contracts',
    `account ${network.id} ${to}`,
    async (contracts, job) => {
      const load = () => contracts.loadAccount(job, network.id, to as Address);
      const loaded = await load();
      return loaded.ok && (await learnInterfaces(contracts, job, loaded.value)) ? load() : loaded;
    },
    { when: to !== undefined },
  );
  const value = to !== undefined && account.state === 'here' ? account.value : undefined;
  return useMemo(() => (value ? callableFunctions([...abiBehind(value), ...value.knowledge.abi]) : []), [value]);
}

/** Returns the ABI of the code behind a proxy; for a diamond, the functions that it sends to its facets. */
function abiBehind({ implementation, facets }: AccountSummary): Abi {
  return facets ? facetFunctions(facets).map(({ entry }) => entry) : (implementation?.abi ?? []);
}

function FunctionFields({
  step,
  functions,
  known,
  suggestions,
  onStep,
}: Pick<Props, 'step' | 'suggestions' | 'onStep'> & {
  functions: readonly CallableFunction[];
  known: CallableFunction | undefined;
}) {
  const { workers } = useWiring();
  const written = useMemo(() => (step.signature === '' ? undefined : functionOf(step.signature)), [step.signature]);
  const entry: AbiFunction | undefined = known?.entry ?? (written?.ok ? written.value : undefined);
  const args = useArguments(entry, step);
  const [typed, setTyped] = useState<TypedCall>();
  const [encoding, setEncoding] = useState(false);
  useReportedField(useId(), { ...ARGUMENTS, error: undefined, shown: false, settling: encoding });
  const asked = useRef(0);
  const types = useMemo(() => (entry ? compileTypes(entry.inputs) : undefined), [entry]);

  function call(wanted: AbiFunction, signature: string, texts: readonly string[]) {
    asked.current++;
    const mine = asked.current;
    onStep({ signature, args: [...texts] });
    setEncoding(true);
    const take = (encoded: TypedCall) => {
      if (mine !== asked.current) return;
      setEncoding(false);
      setTyped(encoded);
      if (encoded.calldata !== undefined) onStep({ signature, args: [...texts], input: encoded.calldata });
    };
    workers.abi.encodeTypedCall(wanted, texts).then(take, () => take(STOPPED));
  }
  // What came with the draft is looked at, too: its calldata is executed, whatever its arguments say.
  const isGiven = entry !== undefined && step.signature !== '' && step.args.length === entry.inputs.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed here is looked at as it is typed
  useEffect(() => {
    if (!isGiven || asked.current > 0) return;
    let isWanted = true;
    workers.abi.encodeTypedCall(entry, step.args).then(
      (encoded) => {
        if (!isWanted || asked.current > 0) return;
        setTyped(encoded);
        if (encoded.calldata !== undefined && encoded.calldata !== step.input.toLowerCase())
          onStep({ signature: '', args: [] });
      },
      () => isWanted && asked.current === 0 && setTyped(STOPPED),
    );
    return () => {
      isWanted = false;
    };
  }, [entry]);
  function choose(selector: string) {
    const chosen = functions.find((each) => each.selector === selector);
    if (chosen === undefined) return onStep({ signature: 'function ', args: [], input: '' });
    call(chosen.entry, `function ${chosen.signature}`, defaultTexts(chosen.entry));
  }
  // A link may name a function alone: what stands in its fields is what is called.
  const isBare = known !== undefined && known.entry.inputs.length > 0 && step.input.length === SELECTOR;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choose` is another one each time, and called once
  useEffect(() => {
    if (isBare) choose(known.selector);
  }, [isBare, known?.selector]);
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      {functions.length > 0 && (
        <FormField label="Function" empty={false}>
          {(control) => (
            <NativeSelect
              {...control}
              value={known?.selector ?? (step.signature === '' ? '' : WRITTEN)}
              options={[
                { value: '', label: step.input === '' ? 'none: value alone is sent' : 'not one of its functions' },
                ...functions.map(({ selector, signature }) => ({
                  value: selector,
                  label: harmlessText(signature, 100),
                })),
                { value: WRITTEN, label: 'another one…' },
              ]}
              onChange={(selector) =>
                selector === '' ? onStep({ signature: '', args: [], input: '' }) : choose(selector)
              }
            />
          )}
        </FormField>
      )}
      {known === undefined && (functions.length === 0 || step.signature !== '') && (
        <TextField
          mono
          label="Signature"
          help="transfer(address to, uint256 amount); value alone is sent when empty"
          value={step.signature.replace(/^function ?/, '')}
          error={written && !written.ok && step.signature.trim() !== 'function' ? written.error : undefined}
          onChange={(text) => {
            const signature = text === '' ? '' : `function ${text}`;
            const parsed = functionOf(signature);
            if (parsed.ok) call(parsed.value, signature, defaultTexts(parsed.value));
            else onStep({ signature, args: [], input: '' });
          }}
        />
      )}
      {args === UNREAD && (
        <p className="text-muted text-s">
          The calldata does not hold the arguments of this function, or more of them than fields can. It is executed as
          it is.
        </p>
      )}
      {entry && types && args !== undefined && args !== UNREAD && (
        <ArgumentFields
          types={types}
          args={args}
          call={typed}
          suggestions={suggestions}
          onArgs={(texts) =>
            call(entry, step.signature === '' && known ? `function ${known.signature}` : step.signature, texts)
          }
        />
      )}
      {entry && typed?.summary !== undefined ? (
        <NotEncoded summary={typed.summary} />
      ) : step.input !== '' ? (
        <p className="break-all text-muted text-s">
          Calldata <code>{step.input.length > 202 ? `${step.input.slice(0, 202)}…` : step.input}</code>
        </p>
      ) : null}
    </div>
  );
}

/**
 * Stands in the place of the calldata while the arguments cannot be encoded. It keeps the form from being submitted,
 * which would run earlier calldata.
 */
function NotEncoded({ summary }: { summary: string }) {
  const id = useId();
  const tried = useFormContext()?.tried ?? false;
  useReportedField(id, { ...ARGUMENTS, error: summary, shown: tried });
  return (
    <p id={id} tabIndex={-1} className={tried ? 'font-medium text-failure text-s' : 'text-muted text-s'}>
      {tried ? harmlessText(summary, 300) : 'The call is executed once all inputs are valid.'}
    </p>
  );
}

/** Arguments that the calldata does not hold, or that are too long to be edited. */
const UNREAD = 'unread';

/** The arguments as typed, or read of calldata that was not typed here; undefined until they are read. */
function useArguments(entry: AbiFunction | undefined, step: StepDraft): readonly string[] | typeof UNREAD | undefined {
  const isTyped = step.signature !== '' && step.args.length === (entry?.inputs.length ?? 0);
  const isNeeded = entry !== undefined && !isTyped && step.input.length > SELECTOR;
  const { abi } = useWiring().workers;
  const read = useLoaded(
    isNeeded ? `arguments ${entry.name} ${entry.inputs.length} ${step.input}` : undefined,
    async () => {
      const texts = entry && (await abi.readArguments(entry, step.input as Hex));
      return texts?.ok ? texts.value : UNREAD;
    },
  );
  if (entry === undefined || isTyped) return step.args;
  return isNeeded ? read : defaultTexts(entry);
}

function defaultTexts(entry: AbiFunction): string[] {
  return (compileTypes(entry.inputs) ?? []).map(defaultArgument);
}
