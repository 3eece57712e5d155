import { Command } from 'cmdk';
import { useRef, useState } from 'react';
import { MIN_QUERY_LENGTH } from '../../../core/chain/parse';
import { Button } from '../../ui/Button';
import { DialogLayer } from '../../ui/layers/DialogLayer';
import { RequestFailed } from '../../ui/RequestFailed';
import { Spinner } from '../../ui/Spinner';
import { type ResultItem as Item, SHOWN_OF_GROUP } from './result-group';
import { closeSearch } from './search-dialog-state';
import { useCommands } from './use-commands';
import { useResults } from './use-results';

/** Keys that move to another row; the letters that do so with Ctrl are n, j, p and k. */
const MOVES = /^(Arrow|Home$|End$)/;

/** Shows search and commands. Nothing is asked of an endpoint before something is chosen. */
export function SearchDialog() {
  const [query, setQuery] = useState('');
  const [all, setAll] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState(false);
  /** The row the reader moved to; else the first is the one that Enter opens, also when it comes late. */
  const [chosen, setChosen] = useState<string>();
  const isMoving = useRef(false);
  const [verifying, setVerifying] = useState(false);
  const found = useResults(query, setWorking, verifying ? 'verify' : 'wallet');
  const commands = useCommands(query, () => {
    setVerifying(true);
    setQuery('');
  });
  const groups = (
    verifying ? found.groups.filter(({ hasAddresses }) => hasAddresses) : [...found.groups, ...commands]
  ).filter(({ items }) => items.length > 0);
  return (
    <DialogLayer title="Search" bare onClose={closeSearch} width="m">
      <Command
        shouldFilter={false}
        loop
        label="Search"
        className="flex max-h-[min(560px,76vh)] flex-col"
        value={chosen ?? groups[0]?.items[0]?.id ?? ''}
        onValueChange={(row) => {
          if (isMoving.current) setChosen(row);
        }}
        onKeyDownCapture={({ key, ctrlKey }) => {
          isMoving.current = MOVES.test(key) || (ctrlKey && 'njpk'.includes(key));
        }}
        onPointerMoveCapture={() => {
          isMoving.current = true;
        }}
      >
        <div className="flex items-center gap-2 border-line border-b px-4">
          <Command.Input
            autoFocus
            value={query}
            onValueChange={(text) => {
              setQuery(text);
              setAll(new Set());
              setChosen(undefined);
              isMoving.current = false;
            }}
            placeholder={
              verifying ? 'Address or name of the contract to verify' : 'Hash, address, block, name or command'
            }
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && query === '') setVerifying(false);
            }}
            className="h-12 min-w-0 flex-1 bg-transparent text-l outline-none"
          />
          {found.host.ask !== undefined && (
            <Button size="s" onClick={found.host.ask}>
              Search
            </Button>
          )}
          {(working || found.isSearching || found.host.isAsking) && <Spinner label="Searching" />}
        </div>
        <Command.List className="min-h-0 flex-1 overflow-auto p-1.5">
          {found.problem !== undefined && (
            <p role="alert" className="px-2.5 py-2 text-failure">
              {found.problem}
            </p>
          )}
          {found.host.ask !== undefined && (
            <p className="px-2.5 py-2 text-muted">Tap the search button to fetch results</p>
          )}
          {found.host.failed !== undefined && (
            <div role="alert" className="px-2.5 py-2">
              <RequestFailed failure={found.host.failed.failure} onRetry={found.host.failed.again} />
            </div>
          )}
          {groups.length === 0 && found.problem === undefined && <Hint query={query} isSearching={found.isSearching} />}
          {groups.map(({ name, items }) => (
            <Command.Group
              key={name}
              heading={name}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-s"
            >
              {(all.has(name) ? items : items.slice(0, SHOWN_OF_GROUP)).map((item) => (
                <Row key={item.id} item={item} />
              ))}
              {!all.has(name) && items.length > SHOWN_OF_GROUP && (
                <Row
                  item={{
                    id: `all ${name}`,
                    glyph: '…',
                    label: <span className="text-accent">View All</span>,
                    note: items.length,
                    run: () => {
                      setAll(new Set([...all, name]));
                      setChosen(items[SHOWN_OF_GROUP]?.id);
                    },
                  }}
                />
              )}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </DialogLayer>
  );
}

function Row({ item }: { item: Item }) {
  return (
    <Command.Item
      value={item.id}
      onSelect={() => void item.run()}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-m px-2.5 py-1 data-[selected=true]:bg-accent-soft"
    >
      <span aria-hidden className="w-4 shrink-0 text-center text-muted">
        {item.glyph}
      </span>
      <span className="min-w-0 truncate">{item.label}</span>
      {item.note !== undefined && <span className="ml-auto shrink-0 pl-3 text-muted text-s">{item.note}</span>}
    </Command.Item>
  );
}

function Hint({ query, isSearching }: { query: string; isSearching: boolean }) {
  const short = query.trim().length < MIN_QUERY_LENGTH;
  return (
    <div className="px-2.5 py-6 text-center text-muted">
      <p>
        {query.trim() === ''
          ? 'Paste a hash, an address or a link of another explorer.'
          : isSearching
            ? 'Searching…'
            : 'No results'}
      </p>
      {query.trim() !== '' && !isSearching && (
        <p className="text-s">
          {short
            ? `Type at least ${MIN_QUERY_LENGTH} characters.`
            : 'Hashes are 0x and 64 hex digits, addresses 0x and 40. Names are searched among labels and the tokens and contracts that were seen here.'}
        </p>
      )}
    </div>
  );
}
