import { useState } from 'react';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { MAX_TOKEN_LIST_BYTES } from '../../../core/tokens/token-list';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import { deleteTokenList, readTokenLists } from '../../../db/reader/token-lists';
import type { TokenListRow } from '../../../db/rows/token-list-row';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';
import { OneFileButton } from './OneFileButton';

/** Lists that many know, by their addresses alone: none is asked before the reader adds it. */
const KNOWN = [
  { name: 'Uniswap', address: 'https://tokens.uniswap.org' },
  { name: 'CoinGecko', address: 'https://tokens.coingecko.com/uniswap/all.json' },
] as const;

/** Shows the reader's lists of tokens: added by their address or from a file, checked again, removed. */
export function TokenLists() {
  const lists = useStored(readTokenLists, []);
  return (
    <Panel title="Token lists" aside="names and logos of tokens, from lists you choose">
      <AddForm />
      {lists?.length === 0 && (
        <EmptyState title="No list yet">
          A list names tokens whose contracts have no name, lets the search find them, and shows which tokens imitate
          another. The contract’s own data always comes first.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {lists?.map((list) => (
          <ListItem key={list.id} list={list} />
        ))}
      </ul>
    </Panel>
  );
}

function AddForm() {
  const { indexer } = useWiring().workers;
  const [consent, save] = usePreference('providers');
  const [address, setAddress] = useState('');
  const isOn = consent?.tokenLists === true;
  async function add(): Promise<Failure | undefined> {
    const added = await indexer.loadTokenList(address);
    if (!added.ok) return added.error;
    setAddress('');
    sayKept(added.value);
    return undefined;
  }
  return (
    <div className="flex flex-col gap-2 border-line border-b px-3 py-2.5">
      <Form label="Add a token list" className="flex flex-col gap-2" onSubmit={add}>
        <div className="flex flex-wrap items-start gap-2">
          <TextField
            label="Address of a list"
            placeholder="https:// or ipfs://"
            value={address}
            onChange={setAddress}
            help="In the format of tokenlists.org. Its host is asked now and then once a day, and learns your IP address, but not which tokens you look at."
            className="flex-1"
            mono
          />
          <SubmitButton variant="plain" disabled={!isOn || address.trim() === ''} className="mt-6">
            Add
          </SubmitButton>
        </div>
      </Form>
      <div className="flex flex-wrap items-center gap-2">
        {consent !== undefined && !isOn && (
          <>
            <span className="text-muted">Token lists are not switched on, so none is loaded.</span>
            <Button size="s" onClick={() => void save({ ...consent, tokenLists: true })}>
              Switch on
            </Button>
          </>
        )}
        {isOn &&
          KNOWN.map((known) => (
            <Button key={known.address} size="s" onClick={() => setAddress(known.address)}>
              Address of {known.name}’s
            </Button>
          ))}
        <FromFile />
      </div>
    </div>
  );
}

/** Needs nobody's permission: the list is on this machine. */
function FromFile() {
  const { indexer } = useWiring().workers;
  return (
    <OneFileButton
      label="File of a token list"
      accept=".json,application/json"
      size="s"
      most={MAX_TOKEN_LIST_BYTES}
      onFile={async (file) => say(await indexer.keepTokenListFile(await file.text()))}
    >
      From a file
    </OneFileButton>
  );
}

function ListItem({ list }: { list: TokenListRow }) {
  const { indexer } = useWiring().workers;
  const [isAsking, setAsking] = useState(false);
  const { id, from, name, version, tokens, leftOut, checkedAt, problem } = list;
  const title = harmlessText(name, 100);
  async function update(address: string) {
    setAsking(true);
    say(await indexer.loadTokenList(address));
    setAsking(false);
  }
  async function remove() {
    if (!(await deleteTokenList(id)))
      toast({ text: `The browser refused storage, so ${title} stays.`, tone: 'failure' });
  }
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <bdi className="font-semibold">{title}</bdi> <span className="text-muted">version {version.join('.')}</span>
        </p>
        <p className="text-muted">
          {countOf(tokens, 'token')}
          {leftOut > 0 && `, ${countOf(leftOut, 'entry', 'entries')} left out`} ·{' '}
          {from === undefined ? 'from a file' : <span className="mono break-all">{harmlessText(from, 200)}</span>} ·
          checked <TimeView time={checkedAt} />
        </p>
        {problem !== undefined && <p className="text-pending">{harmlessText(problem, 300)}</p>}
      </div>
      {from !== undefined && (
        <Button size="s" disabled={isAsking} aria-label={`Update ${title}`} onClick={() => void update(from)}>
          Update
        </Button>
      )}
      <Button size="s" variant="quiet" aria-label={`Remove ${title}`} onClick={() => void remove()}>
        Remove
      </Button>
    </li>
  );
}

function say(kept: Result<TokenListRow, Failure>): void {
  if (kept.ok) sayKept(kept.value);
  else
    toast({ text: harmlessText(`${kept.error.message} ${kept.error.raw ?? ''}`, 300), tone: 'failure', lasting: true });
}

function sayKept({ name, version, tokens }: TokenListRow): void {
  const words = `${harmlessText(name, 60)} ${version.join('.')}, ${countOf(tokens, 'token')}`;
  toast({ text: `Token list kept: ${words}.`, tone: 'success' });
}
