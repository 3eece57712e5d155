/** Calldata read by every signature that is known for its selector. */
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Hex } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { fail } from '../../../core/values/result';
import type { CalldataCandidate, CalldataReading } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { stoppedFailure } from '../../stopped-failure';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { ORIGIN_TEXT } from '../../ui/identity/NameView';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { TextArea } from '../../ui/TextArea';
import { newJobId } from '../../use-question';
import { useAbiApi, useContractsApi } from '../../wiring';
import { readFunctions } from '../calls/function-choice';
import { DecodedList } from '../trace/DecodedList';
import type { EditedCall } from './EncodeCall';
import { FunctionsField } from './FunctionsField';

type Typed = { data: string; known: string };

/** Words of the arguments that are shown where no signature fits. */
const MAX_WORDS = 200;

export function DecodeCalldata({
  typed,
  onType,
  onEdit,
}: {
  typed: Typed;
  onType: (typed: Typed) => void;
  onEdit: (call: EditedCall) => void;
}) {
  const functions = useMemo(() => readFunctions(typed.known), [typed.known]);
  const { reading, again } = useReading(typed, functions.ok ? functions.value : NO_FUNCTIONS);
  return (
    <>
      <Panel>
        <div className="flex flex-col gap-3 px-3 py-2.5">
          <TextArea
            mono
            rows={5}
            label="Calldata"
            placeholder="0xa9059cbb…"
            value={typed.data}
            onChange={(text) => onType({ ...typed, data: text })}
          />
          <FunctionsField
            value={typed.known}
            help="Not needed where the selector is known. One signature a line, or the JSON of an ABI."
            error={functions.ok ? undefined : functions.error}
            onChange={(known) => onType({ ...typed, known })}
          />
        </div>
      </Panel>
      <div role="status" className="contents">
        {typed.data.trim() !== '' && reading === undefined && <Spinner label="Reading the calldata" />}
        {typed.data.trim() !== '' && reading?.ok === false && <Callout tone="failure">{reading.error}</Callout>}
        {reading?.ok && <Reading reading={reading.value} onEdit={onEdit} onLearned={again} />}
      </div>
    </>
  );
}

const NO_FUNCTIONS = [] as const;

type Read = Awaited<ReturnType<ReturnType<typeof useContractsApi>['readCalldata']>>;

/** What the worker makes of the texts; undefined until it has answered for these. */
function useReading({ data }: Typed, functions: readonly EditedCall['entry'][]) {
  const { network } = useNetwork();
  const contracts = useContractsApi();
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<{ data: string; functions: unknown; reading: Read }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    if (data.trim() === '') return;
    let isWanted = true;
    const say = (reading: Read) => isWanted && setAnswered({ data, functions, reading });
    contracts
      .readCalldata(network.id, data, [functions])
      .then(say, () => say({ ok: false, error: 'The calldata could not be read: its worker stopped. Try again.' }));
    return () => {
      isWanted = false;
    };
  }, [contracts, network.id, data, functions, round]);
  const isCurrent = answered?.data === data && answered.functions === functions;
  return { reading: isCurrent ? answered.reading : undefined, again: () => setRound((before) => before + 1) };
}

function Reading({
  reading,
  onEdit,
  onLearned,
}: {
  reading: CalldataReading;
  onEdit: (call: EditedCall) => void;
  onLearned: () => void;
}) {
  const { selector, length, data, candidates } = reading;
  return (
    <>
      <p className="text-muted">
        Selector <code className="text-text">{selector}</code>, {formatInteger(length)} bytes,{' '}
        {candidates.length === 0 ? 'no known signature' : countOf(candidates.length, 'known signature')}
        {candidates.length > 1 && ': a selector has four bytes, so several functions may have the same'}
      </p>
      {candidates.map((candidate) => (
        <Candidate key={candidate.signature} candidate={candidate} data={data} onEdit={onEdit} />
      ))}
      {!candidates.some(({ canonical }) => canonical) && (
        <Words data={data} selector={selector} onLearned={onLearned} />
      )}
    </>
  );
}

function Candidate({
  candidate: { entry, signature, origin, inputs, canonical, isError = false },
  data,
  onEdit,
}: {
  candidate: CalldataCandidate;
  data: Hex;
  onEdit: (call: EditedCall) => void;
}) {
  const abi = useAbiApi();
  const [problem, setProblem] = useState('');
  async function edit() {
    const read = await abi.readArguments(entry, data);
    if (read.ok) onEdit({ entry, args: read.value });
    else setProblem(read.error);
  }
  return (
    <Panel
      title={<code className="break-all font-medium">{harmlessText(signature, 300)}</code>}
      aside={origin === 'given' ? 'given by you' : ORIGIN_TEXT[origin]}
      actions={
        <>
          {isError && <Badge title="What a call reverts with, not a call">error</Badge>}
          <Badge tone={canonical ? 'success' : inputs ? 'pending' : 'neutral'}>
            {canonical ? 'fits' : inputs ? 'not as it is encoded' : 'does not fit'}
          </Badge>
          {inputs && !isError && (
            <Button size="s" onClick={() => void edit()}>
              Edit
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-1.5 px-3 py-2">
        {inputs === undefined ? (
          <p className="text-muted">The bytes after the selector do not decode to these arguments.</p>
        ) : inputs.length === 0 ? (
          <p className="text-muted">It takes no arguments.</p>
        ) : (
          <DecodedList values={inputs} />
        )}
        {inputs && !canonical && (
          <p className="text-muted text-s">
            The values can be read, but encoding them again gives other bytes: the calldata has extra bytes between or
            after them.
          </p>
        )}
        {problem !== '' && <Callout tone="failure">{harmlessText(problem, 300)}</Callout>}
      </div>
    </Panel>
  );
}

/** Shows calldata of an unknown signature as words, and offers to look the signature up. */
function Words({ data, selector, onLearned }: { data: Hex; selector: Hex; onLearned: () => void }) {
  const { network } = useNetwork();
  const contracts = useContractsApi();
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const words = data.slice(10).match(/.{1,64}/g) ?? [];
  async function ask() {
    setBusy(true);
    const asked = await contracts
      .askSignatures(newJobId(), network.id, selector as CalldataReading['selector'])
      .catch((error: unknown) => fail(stoppedFailure(error)));
    setBusy(false);
    if (!asked.ok) setSaid(asked.error.message);
    else if (asked.value === 0) setSaid('The signature service does not know this selector.');
    else onLearned();
  }
  return (
    <Panel
      title="Words"
      actions={
        <Button size="s" disabled={busy} onClick={() => void ask()}>
          {busy && <Spinner label="Asking" />} Ask the signature service
        </Button>
      }
    >
      <div className="flex flex-col gap-1.5 px-3 py-2">
        {said !== '' && (
          <Callout>
            {harmlessText(said, 300)}{' '}
            <Link to="/settings" hash="third-parties" className="link underline">
              Settings
            </Link>
          </Callout>
        )}
        <p className="text-muted">No known signature fits. Enter one above, or read the 32-byte words:</p>
        <ol start={0} className="mono min-w-0 list-inside list-decimal text-s">
          {words.slice(0, MAX_WORDS).map((word, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their position
            <li key={at} className="break-all">
              {word}
            </li>
          ))}
        </ol>
        {words.length > MAX_WORDS && <p className="text-muted">and {formatInteger(words.length - MAX_WORDS)} more</p>}
      </div>
    </Panel>
  );
}
