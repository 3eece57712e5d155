/** The source code of a contract: files, and what the compiler was given and made. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Address, Hex } from '../../../core/chain/primitives';
import { isWithoutSource } from '../../../core/contract/contract-kind';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { formatBytes } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { CompileProgress } from '../../../workers/compiler/compiler.api';
import type { ContractSource, FoundSource } from '../../../workers/contracts/contracts.api';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button, buttonClass } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { ORIGIN_TEXT } from '../../ui/identity/NameView';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { RetryableError } from '../../ui/RetryableError';
import { Spinner } from '../../ui/Spinner';
import { useQuestion } from '../../use-question';
import { useUrlValue } from '../../use-url-value';
import { useContractsApi } from '../../wiring';
import type { CodeLanguage } from '../source/code-extensions';
import { SourceFiles } from '../source/SourceFiles';
import { ConstructionFields } from './ConstructionFields';
import { VerificationDetails } from './VerificationDetails';

const DeployedCode = lazyPart(async () => (await import('./DeployedCode')).DeployedCode);
const ContractOutline = lazyPart(async () => (await import('../outline/ContractOutline')).ContractOutline);
const StorageView = lazyPart(async () => (await import('../outline/StorageView')).StorageView);
const CodeView = lazyPart(async () => (await import('../source/CodeView')).CodeView);

export type SourceSearch = { file?: string | undefined; line?: number | undefined };

export function SourcePanel({ search }: { search: SourceSearch }) {
  const { address, knowledge } = useAccount();
  const { network } = useNetwork();
  const [progress, setProgress] = useState<CompileProgress>();
  const [reads, setReads] = useState(false);
  const layoutOf = knowledge.proxy?.implementation ?? address;
  const answer = useQuestion('contracts', `source ${network.id} ${address}`, (contracts, job) =>
    contracts.contractSource(job, network.id, address, setProgress),
  );
  if (answer.state === 'waiting') {
    return (
      <Panel title="Source code">
        <div className="grid min-h-40 place-items-center">
          <Spinner label={wordsOf(progress)} />
        </div>
      </Panel>
    );
  }
  if (answer.state === 'failed') return <RetryableError failure={answer.failure} onRetry={answer.again} />;
  const { source, skipped } = answer.value;
  if (source === undefined && knowledge.abiOrigin === 'readerAbi') {
    return (
      <Panel title="Source code">
        <EmptyState title="This is ABI verified contract" action={<VerifyLink address={address} />}>
          If you want to see the source code please verify it.
        </EmptyState>
      </Panel>
    );
  }
  if (source === undefined) {
    return (
      <Panel title="Source code">
        <EmptyState title="No contract source found" action={<NoSourceActions knowledge={knowledge} />}>
          {isWithoutSource(knowledge.proxy)
            ? 'The code of a clone is made without a compiler: the source is that of its implementation. '
            : 'No provider that you allow has the sources of this code. '}
          Import the build output of its project in the{' '}
          <Link to="/settings" className="link underline">
            settings
          </Link>
          , or switch a provider on there.
        </EmptyState>
        {skipped.length > 0 && (
          <div className="border-line border-t px-3 py-2">
            <SkippedProviders skipped={skipped} />
          </div>
        )}
        <details className="border-line border-t" onToggle={({ currentTarget }) => setReads(currentTarget.open)}>
          <summary className="px-3 py-1.5">Read storage</summary>
          {reads && <StorageView fallback={<Spinner label="Loading view" />} address={address} layoutOf={layoutOf} />}
        </details>
      </Panel>
    );
  }
  return <Source source={source} skipped={skipped} search={search} />;
}

function NoSourceActions({ knowledge: { address, proxy } }: { knowledge: ContractKnowledge }) {
  return (
    <>
      {proxy && <BehindLink implementation={proxy.implementation} />}
      {!isWithoutSource(proxy) && <VerifyLink address={address} />}
    </>
  );
}

/** Links a proxy to the source of what it runs. */
function BehindLink({ implementation }: { implementation: Address }) {
  const { segment } = useNetwork();
  return (
    <Link
      to="/{-$network}/contract/$address/code"
      params={{ network: segment, address: implementation }}
      search={{}}
      className={buttonClass({ size: 's' })}
    >
      Source of the implementation
    </Link>
  );
}

/** The way to the wizard. */
function VerifyLink({ address }: { address: Address }) {
  const { segment } = useNetwork();
  return (
    <Link
      to="/{-$network}/contract/$address/verify"
      params={{ network: segment, address }}
      className={buttonClass({ variant: 'primary' })}
    >
      Verify Contract
    </Link>
  );
}

type View = {
  /** The parameter `view` of the address; absent for the files. */
  key?: string;
  label: string;
  text?: (source: ContractSource, initCode: Hex | undefined) => string;
  language: CodeLanguage;
  wrap: boolean;
};

const FILES: View = { label: 'Source code', language: 'solidity', wrap: false };
const DEPLOYED: View = { key: 'deployed', label: 'Deployed Bytecode', language: 'text', wrap: true };
const VIEWS: readonly View[] = [
  FILES,
  { key: 'settings', label: 'Compiler Settings', text: ({ settings }) => settings, language: 'json', wrap: false },
  { key: 'abi', label: 'Contract ABI', text: ({ abi }) => abi, language: 'json', wrap: false },
  {
    key: 'creation',
    label: 'Contract Creation Code',
    text: ({ creationCode }, initCode) => initCode ?? creationCode,
    language: 'text',
    wrap: true,
  },
  DEPLOYED,
  { key: 'map', label: 'Contract Source Map', text: ({ sourceMap }) => sourceMap, language: 'text', wrap: true },
];

type SourceProps = FoundSource & { source: ContractSource; search: SourceSearch };

function Source({ source, skipped, search }: SourceProps) {
  const [key, setKey] = useUrlValue<string | undefined>('view');
  const view = VIEWS.find((each) => each.key === key) ?? FILES;
  const [outlined, setOutlined] = useState(false);
  const { address, knowledge } = useAccount();
  const { segment } = useNetwork();
  const { match, origin, contract } = source;
  const construction = useQuestion('contracts', `construction ${source.networkId} ${address}`, (contracts, job) =>
    contracts.contractConstruction(job, source.networkId, address),
  ).last;
  const text = view.text?.(source, construction?.initCode);
  return (
    <div className="flex flex-col gap-3.5">
      <VerificationDetails source={source} />
      <ConstructionFields libraries={source.libraries} construction={construction} />
      <Panel
        title={harmlessText(contract, 120)}
        actions={
          <>
            <Badge tone={match === 'exact' ? 'success' : 'neutral'}>
              {match === 'exact' ? 'Exact match' : 'Partial match'}
            </Badge>
            {knowledge.proxy && <BehindLink implementation={knowledge.proxy.implementation} />}
            <Link
              to="/{-$network}/simulator/source"
              params={{ network: segment }}
              search={{ contract: knowledge.proxy?.implementation ?? address, calls: address }}
              className={buttonClass({ size: 's' })}
            >
              Edit source
            </Link>
          </>
        }
      >
        <fieldset className="flex min-w-0 gap-1 overflow-x-auto border-line border-b px-2 py-1.5">
          <legend className="sr-only">View of the contract</legend>
          {VIEWS.map((each) => (
            <Button
              key={each.label}
              size="s"
              variant="quiet"
              aria-pressed={each === view}
              onClick={() => setKey(each.key)}
            >
              {each.label}
            </Button>
          ))}
        </fieldset>
        {skipped.length > 0 && (
          <details className="border-line border-b px-3 py-1.5 text-muted text-s">
            <summary>Why from {ORIGIN_TEXT[origin]}</summary>
            <SkippedProviders skipped={skipped} />
          </details>
        )}
        {view === DEPLOYED && <DeployedCode fallback={<Spinner label="Loading view" />} code={source.runtimeCode} />}
        {view === FILES && <Files source={source} search={search} />}
        {text !== undefined && (
          <section aria-label={view.label} className="flex h-[min(70vh,760px)] flex-col">
            <div className="flex min-h-9 items-center gap-2 border-line border-b px-3 text-muted">
              {formatBytes(text.length)} of text <CopyButton text={text} what={view.label} />
            </div>
            <div className="min-h-0 flex-1">
              <CodeView
                fallback={<Spinner label="Loading view" />}
                text={text}
                language={view.language}
                label={view.label}
                wrap={view.wrap}
              />
            </div>
          </section>
        )}
      </Panel>
      <details
        className="min-w-0 overflow-hidden rounded-l border border-line bg-panel"
        onToggle={({ currentTarget }) => setOutlined(currentTarget.open)}
      >
        <summary className="px-3 py-2 font-[550]">Outline and storage</summary>
        {outlined && (
          <ContractOutline
            fallback={<Spinner label="Loading view" />}
            address={address}
            layoutOf={knowledge.proxy?.implementation ?? address}
          />
        )}
      </details>
    </div>
  );
}

function Files({ source, search }: { source: ContractSource; search: SourceSearch }) {
  const api = useContractsApi();
  const { segment } = useNetwork();
  const navigate = useNavigate();
  const { networkId, address, files } = source;
  const file = files.some(({ path }) => path === search.file) ? (search.file ?? source.file) : source.file;
  return (
    <SourceFiles
      files={files}
      file={file}
      lines={search.line === undefined ? undefined : { from: search.line, to: search.line }}
      text={(path) => api.sourceText(networkId, address, path)}
      search={(text) => api.searchSources(networkId, address, text)}
      onOpen={(path, line) =>
        void navigate({
          to: '/{-$network}/contract/$address/code',
          params: { network: segment, address },
          search: { file: path, ...(line === undefined ? {} : { line }) },
          replace: path === file,
          resetScroll: false,
        })
      }
    />
  );
}

function wordsOf(progress: CompileProgress | undefined): string {
  if (progress === undefined) return 'Looking for the source';
  if (progress.phase === 'compiling') return `Compiling with ${progress.version}`;
  const { done, total } = progress;
  return `Loading compiler ${progress.version}, ${formatBytes(done)}${total === undefined ? '' : ` of ${formatBytes(total)}`}`;
}

/** Shows the providers that were not asked, or gave nothing, each with the reason. */
function SkippedProviders({ skipped }: Pick<FoundSource, 'skipped'>) {
  return (
    <>
      <p className="font-medium">Not taken</p>
      <ul aria-label="Providers that were not taken" className="list-disc pl-4 text-muted">
        {skipped.map(({ provider, reason }) => (
          <li key={provider}>
            <span className="text-text">{provider}</span> {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
