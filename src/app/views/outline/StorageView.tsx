/** The storage of a contract: variables with what they hold, and one place that the reader names. */
import { type FormEvent, useId, useState } from 'react';
import type { Address } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { StorageReading, StoredVariables } from '../../../workers/contracts/storage.api';
import { useHead } from '../../chain-head';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { ErrorState } from '../../ui/ErrorState';
import { AddressView } from '../../ui/identity/AddressView';
import { RetryableError } from '../../ui/RetryableError';
import { Spinner } from '../../ui/Spinner';
import { TextField } from '../../ui/TextField';
import { useQuestion } from '../../use-question';
import { BlockChoice, type ChosenBlock, readChosenBlock, useFinality } from '../calls/BlockChoice';
import { DecodedList } from '../trace/DecodedList';

type Asked = { expression: string; block: number | 'latest'; round: number };

export function StorageView({ address, layoutOf }: { address: Address; layoutOf: Address }) {
  const { network } = useNetwork();
  const head = useHead(network.id);
  const latest = head?.ok ? head.value.blockNumber : undefined;
  const [chosen, setChosen] = useState<ChosenBlock>({ kind: 'latest', text: '' });
  const [expression, setExpression] = useState('');
  const [asked, setAsked] = useState<Asked>();
  const [shown, setShown] = useState<Omit<Asked, 'expression'>>();
  const id = useId();
  const finality = useFinality(network.id, chosen);
  const block = readChosenBlock(chosen, latest, finality);
  const subject = { networkId: network.id, address, layoutOf };
  const key = `${network.id} ${address} ${layoutOf}`;
  const variables = useQuestion(
    'contracts',
    `variables ${key} ${shown?.block} ${shown?.round}`,
    (contracts, job) => contracts.storedVariables(job, subject, shown?.block ?? 'latest'),
    { when: shown !== undefined },
  );
  const reading = useQuestion(
    'contracts',
    `slot ${key} ${asked?.block} ${asked?.round} ${asked?.expression}`,
    (contracts, job) => contracts.readStorage(job, subject, asked?.expression ?? '', asked?.block ?? 'latest'),
    { when: asked !== undefined },
  );

  function read(event: FormEvent) {
    event.preventDefault();
    if (block.ok) setAsked({ expression, block: block.value, round: (asked?.round ?? 0) + 1 });
  }

  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2.5 px-3 py-2.5">
      <h3 id={id}>Storage</h3>
      {layoutOf !== address && (
        <p className="text-muted">
          Read by the layout of the implementation <AddressView address={layoutOf} />
        </p>
      )}
      <BlockChoice chosen={chosen} latest={latest} finality={finality} onChoose={setChosen} />
      <form noValidate onSubmit={read} className="flex max-w-[640px] flex-col gap-2">
        <TextField
          mono
          label="Slot or expression"
          placeholder="balances[0x…]"
          help="The number of a slot, or a variable with its keys, indexes and members: orders[3].price."
          value={expression}
          onChange={setExpression}
        />
        <div className="flex gap-2">
          <Button type="submit" size="s" disabled={!block.ok || expression.trim() === ''}>
            Read slot
          </Button>
          <Button
            size="s"
            disabled={!block.ok}
            onClick={() => block.ok && setShown({ block: block.value, round: (shown?.round ?? 0) + 1 })}
          >
            Read all variables
          </Button>
        </div>
      </form>
      <div role="status" className="flex min-w-0 flex-col gap-2.5 empty:hidden">
        {asked && reading.state === 'waiting' && <Spinner label="Reading the slot" />}
        {asked && reading.state === 'failed' && <ErrorState compact failure={reading.failure} />}
        {asked && reading.state === 'here' && <Reading reading={reading.value} />}
        {asked && reading.state === 'here' && <LayoutThen of={reading.value.layoutOf} />}
        {shown && variables.state === 'waiting' && <Spinner label="Reading the variables" />}
        {shown && variables.state === 'failed' && (
          <RetryableError failure={variables.failure} onRetry={variables.again} />
        )}
        {shown && variables.state === 'here' && <Variables stored={variables.value} />}
        {shown && variables.state === 'here' && <LayoutThen of={variables.value.layoutOf} />}
      </div>
    </section>
  );
}

function LayoutThen({ of }: { of: Address | undefined }) {
  return (
    of && (
      <p className="text-muted text-s">
        The implementation at that block was <AddressView address={of} kind="contract" />: its layout counts.
      </p>
    )
  );
}

function Reading({ reading: { path, slot, offset, word, type, value, blockNumber } }: { reading: StorageReading }) {
  return (
    <div className="min-w-0 rounded-m border border-line">
      <div className="px-2.5 py-1.5">
        {value === undefined ? (
          <p className="mono min-w-0 break-all">
            {word} {word && <CopyButton text={word} what="word" />}
          </p>
        ) : (
          <DecodedList values={[value]} />
        )}
      </div>
      <p className="border-line border-t bg-raised px-2.5 py-1 text-muted text-s">
        <span className="break-all">
          {harmlessText(path, 200)} {type && harmlessText(type, 80)}:{' '}
          {slot === undefined ? 'immutable, in the code' : `slot ${shortSlot(slot)}`}
          {offset > 0 && `, from byte ${offset}`}
        </span>
        , block {formatInteger(blockNumber)} {slot && <CopyButton text={slot} what="slot" />}
      </p>
    </div>
  );
}

function Variables({ stored: { variables, blockNumber } }: { stored: StoredVariables }) {
  if (variables.length === 0) return <p className="text-muted">The contract declares no variables in storage.</p>;
  return (
    <div className="min-w-0">
      <p className="text-muted text-s">
        Of block {formatInteger(blockNumber)}. The storage does not list the keys of mappings: enter one to read its
        value.
      </p>
      <ul>
        {variables.map(({ kind, declaredIn, slot, offset, value }) => (
          <li
            key={`${declaredIn} ${kind} ${slot} ${offset} ${value.name}`}
            className="min-w-0 border-line border-t py-1"
          >
            <DecodedList values={[value]} />
            <span className="text-faint text-s">
              {kind === 'immutable' ? 'immutable, in the code' : `slot ${shortSlot(slot)}`}
              {offset > 0 && `, byte ${offset}`} · {harmlessText(declaredIn, 60)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Small numbers as such, hashes as hex. */
function shortSlot(slot: string): string {
  const value = BigInt(slot);
  return value < 1_000_000n ? formatInteger(Number(value)) : slot;
}
