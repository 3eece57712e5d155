/** Functions as lines that open: search, all at once, and one that the address names. */
import { useSelector } from '@xstate/react';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { canonicalType } from '../../../core/abi/abi-type';
import { verificationLevel } from '../../../core/contract/functions/call-tabs';
import type { CallableFunction } from '../../../core/contract/functions/callable-functions';
import type { ContractDocs } from '../../../core/contract/functions/natspec';
import type { KnownFacet } from '../../../core/contract/proxies/facet-functions';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { Accordion, ExpandAll } from '../../ui/Accordion';
import { EmptyState } from '../../ui/EmptyState';
import type { AddressSuggestion } from '../../ui/identity/AddressField';
import { AddressView } from '../../ui/identity/AddressView';
import { usePageKeys } from '../../ui/keys';
import { SearchField } from '../../ui/SearchField';
import { Spinner } from '../../ui/Spinner';
import type { CallStore, MethodCall } from './call-store';
import { FunctionCall } from './FunctionCall';
import { useContractDocs } from './function-help';
import { shortResult } from './result-text';

const MOST = 500; // functions shown; an ABI may hold thousands

/** Shows a group of functions. `group` tells their calls from those of other headings. `note` stands above them. */
export function FunctionPanel({
  group,
  functions,
  docs = {},
  facets,
  empty,
  store,
  suggestions,
  whyNotSent,
  expand,
  note,
}: {
  group: string;
  functions: readonly CallableFunction[];
  docs?: ContractDocs;
  /** For a diamond: its facets, which tell whose code a function is in. */
  facets?: readonly KnownFacet[] | undefined;
  empty: string;
  store: CallStore;
  suggestions: readonly AddressSuggestion[];
  /** Answers undefined for a function that may be sent. */
  whyNotSent: (listed: CallableFunction) => string | undefined;
  expand: string | undefined;
  note?: ReactNode;
}) {
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<readonly string[]>(() => (expand === undefined ? [] : [expand]));
  const field = useRef<HTMLInputElement>(null);
  usePageKeys('Functions', [{ key: '/', label: 'Search functions', run: () => field.current?.focus() }]);
  useEffect(() => {
    if (expand !== undefined) document.getElementById(lineId(group, expand))?.scrollIntoView({ block: 'center' });
  }, [group, expand]);
  const wanted = query.trim().toLowerCase();
  const facetOf = (listed: CallableFunction) => facets?.find(({ address }) => address === listed.facet);
  const found = functions.filter(
    (listed) =>
      listed.signature.toLowerCase().includes(wanted) ||
      listed.selector.startsWith(wanted) ||
      facetText(facetOf(listed))?.toLowerCase().includes(wanted),
  );
  const shown = found.slice(0, MOST);
  const overloaded = useMemo(() => namesOfSeveral(functions), [functions]);
  if (functions.length === 0) return <EmptyState title="No functions found">{empty}</EmptyState>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b bg-raised px-3 py-1.5">
        <SearchField ref={field} label="Search functions" value={query} onChange={setQuery} shortcut="/" />
        <ExpandAll ids={shown.map(({ selector }) => selector)} open={open} onOpen={setOpen} />
        <span className="ml-auto text-muted">{countOf(functions.length, 'function')}</span>
      </div>
      {note}
      {found.length === 0 ? (
        <EmptyState title="No results">
          No function has “{harmlessText(query, 60)}” in its signature or selector.
        </EmptyState>
      ) : (
        <Accordion
          open={open}
          onOpen={setOpen}
          items={shown.map((listed) => ({
            id: listed.selector,
            title: (
              <FunctionTitle
                id={lineId(group, listed.selector)}
                listed={listed}
                isOverloaded={overloaded.has(listed.entry.name)}
                facet={facetText(facetOf(listed))}
              />
            ),
            aside: <CallAside call={store.call(keyOf(group, listed), listed)} listed={listed} />,
            content: (
              <OpenFunction
                call={store.call(keyOf(group, listed), listed)}
                listed={listed}
                facet={facetOf(listed)}
                docs={Object.hasOwn(docs, listed.signature) ? docs[listed.signature] : undefined}
                suggestions={suggestions}
                whyNotSent={whyNotSent(listed)}
              />
            ),
          }))}
        />
      )}
      {found.length > MOST && (
        <p className="px-3 py-1.5 text-muted">and {formatInteger(found.length - MOST)} more: search for them</p>
      )}
    </>
  );
}

function keyOf(group: string, { selector }: CallableFunction): string {
  return `${group} ${selector}`;
}

function lineId(group: string, selector: string): string {
  return `function-${group}-${selector}`;
}

function OpenFunction({ facet, ...call }: ComponentProps<typeof FunctionCall> & { facet: KnownFacet | undefined }) {
  return facet === undefined ? <FunctionCall {...call} /> : <FacetFunction facet={facet} {...call} />;
}

/** The name of a facet, or its address where it has none. */
function facetText(facet: KnownFacet | undefined): string | undefined {
  return facet && (facet.knowledge?.name?.text ?? shorten(facet.address));
}

/** Names that more than one function has. */
function namesOfSeveral(functions: readonly CallableFunction[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    functions.flatMap(({ entry: { name } }) => {
      if (seen.has(name)) return [name];
      seen.add(name);
      return [];
    }),
  );
}

function FunctionTitle({
  id,
  listed: { entry },
  isOverloaded,
  facet,
}: {
  id: string;
  listed: CallableFunction;
  /** Another function has the same name: types tell them apart. */
  isOverloaded: boolean;
  facet: string | undefined;
}) {
  const names = entry.inputs.map((input) =>
    harmlessText(isOverloaded && input.name ? `${canonicalType(input)} ${input.name}` : input.name || input.type, 40),
  );
  return (
    <span id={id} className="mono">
      <b className="font-semibold">{harmlessText(entry.name, 80)}</b>
      <span className="text-muted">({names.join(', ')})</span>
      {facet !== undefined && <span className="pl-2 text-muted text-s">{harmlessText(facet, 40)}</span>}
    </span>
  );
}

/** The last result in short, so that it can be read while the function is closed. */
function CallAside({ call, listed }: { call: MethodCall; listed: CallableFunction }) {
  const snapshot = useSelector(call, (state) => state);
  const { result, error, simulation } = snapshot.context;
  if (snapshot.matches({ editing: 'reading' })) return <Spinner label={`Calling ${listed.entry.name}`} />;
  if (error) return <span className="text-failure">{harmlessText(error.shortMessage, 60)}</span>;
  if (result) return <code className="text-text">{shortResult(result)}</code>;
  if (snapshot.matches('pending')) return 'Pending';
  if (simulation) return simulation.success ? 'likely to succeed' : 'likely to fail';
  if (listed.reads && listed.entry.inputs.length > 0) return countOf(listed.entry.inputs.length, 'input');
  return <code className="max-sm:hidden">{listed.selector}</code>;
}

function FacetFunction({ facet, ...call }: { facet: KnownFacet } & Omit<ComponentProps<typeof FunctionCall>, 'docs'>) {
  const { address, knowledge } = facet;
  const docs = useContractDocs(address, verificationLevel(knowledge) === 'verified');
  const { signature } = call.listed;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted text-s">
        Facet <AddressView address={address} name={knowledge?.name} kind="contract" />
      </p>
      <FunctionCall {...call} docs={Object.hasOwn(docs, signature) ? docs[signature] : undefined} />
    </div>
  );
}
