import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { AbiFunction, AbiParameter } from 'viem';
import { canonicalType } from '../../../core/abi/abi-type';
import { selectorOf, signatureOf } from '../../../core/abi/signature';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { Badge } from '../../ui/Badge';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { usePageKeys } from '../../ui/keys';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';

const RecoveredFunctions = lazyPart(() => import('./RecoveredFunctions').then((module) => module.RecoveredFunctions));

const MOST = 500; // functions shown; an ABI may hold thousands

type Listed = { entry: AbiFunction; signature: string; selector: string; reads: boolean };

type Props = { knowledge: ContractKnowledge; implementation?: ContractKnowledge | undefined };

/** The functions of the ABI, reading ones first; those behind a proxy are its own as well. */
export function FunctionList({ knowledge, implementation }: Props) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const functions = useMemo(() => listFunctions(knowledge, implementation), [knowledge, implementation]);
  usePageKeys('Functions', [{ key: '/', label: 'Search functions', run: () => field.current?.focus() }]);
  const wanted = query.trim().toLowerCase();
  const found = functions.filter(
    ({ signature, selector }) => signature.toLowerCase().includes(wanted) || selector.startsWith(wanted),
  );
  if (functions.length === 0) {
    return (
      <div className="flex min-w-0 flex-col gap-3.5">
        <NoFunctions isProxy={knowledge.proxy !== undefined} />
        <RecoveredFunctions address={knowledge.address} />
      </div>
    );
  }
  return (
    <Panel
      title="Functions"
      aside={`${formatInteger(functions.length)}${implementation?.abi.length ? ', with those behind the proxy' : ''}`}
      actions={<SearchField ref={field} label="Search functions" value={query} onChange={setQuery} shortcut="/" />}
    >
      {found.length === 0 ? (
        <EmptyState title="No results">
          No function has “{harmlessText(query, 60)}” in its signature or selector.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {found.slice(0, MOST).map((listed) => (
            <FunctionRow key={listed.signature} listed={listed} />
          ))}
          {found.length > MOST && (
            <li className="px-3 py-1.5 text-muted">and {formatInteger(found.length - MOST)} more: search for them</li>
          )}
        </ul>
      )}
    </Panel>
  );
}

function FunctionRow({ listed: { entry, selector, reads } }: { listed: Listed }) {
  return (
    <li className="flex items-baseline gap-3 px-3 py-1.5 hover:bg-hover">
      <Badge tone={reads ? 'neutral' : 'accent'}>{reads ? 'Read' : 'Write'}</Badge>
      <span className="mono min-w-0 break-words">
        <span className="font-semibold">{harmlessText(entry.name, 80)}</span>
        <span className="text-faint">(</span>
        {entry.inputs.map((input, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters have no identity but their position
          <span key={index}>
            {index > 0 && <span className="text-faint">, </span>}
            <TypeName parameter={input} className="text-static" />
            {input.name !== undefined && input.name !== '' && ` ${harmlessText(input.name, 40)}`}
          </span>
        ))}
        <span className="text-faint">)</span>
        {entry.outputs.length > 0 && (
          <span className="text-muted">
            {' → '}
            {entry.outputs.map((output, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <span key={index}>
                {index > 0 && ', '}
                <TypeName parameter={output} />
              </span>
            ))}
          </span>
        )}
      </span>
      <span className="ml-auto flex shrink-0 items-baseline gap-3 max-sm:hidden">
        {entry.stateMutability === 'payable' && <span className="text-pending text-s">payable</span>}
        <code className="text-muted">{selector}</code>
      </span>
    </li>
  );
}

/** A struct or an enum as the source calls it, any other type as it stands in the signature. */
function TypeName({ parameter, className }: { parameter: AbiParameter; className?: string }) {
  const declared = /^(?:struct|enum) (.+)$/.exec(parameter.internalType ?? '')?.[1];
  const canonical = harmlessText(canonicalType(parameter), 400);
  return (
    <span className={className} title={canonical}>
      {harmlessText(declared ?? canonical, 80)}
    </span>
  );
}

function NoFunctions({ isProxy }: { isProxy: boolean }) {
  return (
    <Panel title="Functions">
      <EmptyState
        title={
          isProxy
            ? 'The functions of the contract behind this proxy are not known'
            : 'The functions of this contract are not known'
        }
        action={
          <>
            <Link to="/settings" hash="build-output" className={buttonClass({ variant: 'primary' })}>
              Import build output
            </Link>
            <Link to="/settings" hash="third-parties" className={buttonClass()}>
              Ask Sourcify
            </Link>
          </>
        }
      >
        Import what your compiler wrote (Hardhat, Foundry or standard JSON) and Loupe matches it with the code on chain,
        or allow it to ask Sourcify for the verified source.
      </EmptyState>
    </Panel>
  );
}

/** Functions with their selectors. Entries without a name are skipped. */
function listFunctions({ abi }: ContractKnowledge, implementation?: ContractKnowledge): readonly Listed[] {
  const listed = [...(implementation?.abi ?? []), ...abi]
    .filter((entry): entry is AbiFunction => entry.type === 'function' && entry.name !== '')
    .map((entry): Listed => {
      const signature = signatureOf(entry);
      const reads = entry.stateMutability === 'view' || entry.stateMutability === 'pure';
      return { entry, signature, selector: selectorOf(signature), reads };
    });
  const unique = [...new Map(listed.map((each) => [each.signature, each])).values()];
  return unique.sort((a, b) => Number(b.reads) - Number(a.reads) || a.signature.localeCompare(b.signature));
}
