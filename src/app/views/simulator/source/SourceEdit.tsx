/** The sources of one contract to be edited, and what compiling them came to. `children` shows what the code does. */
import { type ReactNode, useRef, useState } from 'react';
import type { Network } from '../../../../core/chain/network';
import type { Address } from '../../../../core/chain/primitives';
import { formatBytes, formatInteger } from '../../../../core/format/counts';
import { countOf } from '../../../../core/format/plural';
import { harmlessText } from '../../../../core/text/harmless';
import type { CompileProgress } from '../../../../workers/compiler/compiler.api';
import type { ContractSource } from '../../../../workers/contracts/contracts.api';
import type { SourceEdit as Edit, EditedCode } from '../../../../workers/contracts/edit-source.api';
import { Button } from '../../../ui/Button';
import { Callout } from '../../../ui/Callout';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { useDraft } from '../../../ui/form/use-draft';
import { Panel } from '../../../ui/Panel';
import { Spinner } from '../../../ui/Spinner';
import { useQuestion } from '../../../use-question';
import { FileEditor } from './FileEditor';
import { ImmutableFields } from './ImmutableFields';

/** Code that edited sources made. */
export type CompiledEdit = Extract<EditedCode, { state: 'compiled' }>;

type Props = { network: Network; address: Address; children: (compiled: CompiledEdit) => ReactNode };

export function SourceEdit({ network, address, children }: Props) {
  const [progress, setProgress] = useState<CompileProgress>();
  const asked = useQuestion('contracts', `source ${network.id} ${address}`, (contracts, job) =>
    contracts.contractSource(job, network.id, address, setProgress),
  );
  if (asked.state === 'waiting')
    return (
      <Panel title="Source code">
        <div className="grid min-h-40 place-items-center">
          <Spinner label={wordsOf(progress, 'Looking for the source')} />
        </div>
      </Panel>
    );
  if (asked.state === 'failed')
    return (
      <Panel title="Source code">
        <ErrorState failure={asked.failure} onRetry={asked.again} />
      </Panel>
    );
  const { source } = asked.value;
  if (source === undefined)
    return (
      <Panel title="Source code">
        <EmptyState title="No contract source found">
          Nobody who may be asked has the sources of this code, so there is nothing to edit. Verify the contract, import
          the build output of its project in the settings, or switch a provider on there.
        </EmptyState>
      </Panel>
    );
  if (source.language !== 'Solidity')
    return (
      <Panel title="Source code">
        <EmptyState title={`${harmlessText(source.language, 20)} cannot be edited here`}>
          Only Solidity is compiled in this browser.
        </EmptyState>
      </Panel>
    );
  return <Editor source={source}>{children}</Editor>;
}

function Editor({ source, children }: { source: ContractSource; children: Props['children'] }) {
  const { networkId, address } = source;
  const [kept, keep, reset] = useDraft(`edit ${networkId} ${address}`, { texts: '{}' });
  const [texts, setTexts] = useState<Edit['texts']>(() => readTexts(kept.texts, source));
  /** Grows when all begins anew with what it was. */
  const [undone, setUndone] = useState(0);
  const [wanted, setWanted] = useState<{ edit: Edit; round: number }>();
  /** How often it was compiled: an answer belongs to one round, also after a round that was cancelled. */
  const rounds = useRef(0);
  const [progress, setProgress] = useState<CompileProgress>();
  const compiled = useQuestion(
    'contracts',
    `edit ${networkId} ${address} ${wanted?.round}`,
    (contracts, job) => {
      const edit = wanted?.edit ?? { texts: {}, immutables: {} };
      return contracts.compileEdited(job, networkId, address, edit, setProgress);
    },
    { when: wanted !== undefined },
  );
  function change(next: Edit['texts']) {
    setTexts(next);
    keep({ texts: JSON.stringify(next) });
  }
  function compile(immutables: Edit['immutables'] = {}) {
    rounds.current++;
    setWanted({ edit: { texts, immutables }, round: rounds.current });
  }
  const count = Object.keys(texts).length;
  const isBusy = wanted !== undefined && compiled.state === 'waiting';
  return (
    <>
      <Panel
        title={harmlessText(source.contract, 120)}
        aside={`compiled with ${harmlessText(source.compilerVersion, 40)} and its own settings`}
        actions={
          count > 0 && (
            <Button
              size="s"
              onClick={() => {
                setTexts({});
                setUndone(undone + 1);
                reset();
              }}
            >
              Undo all edits
            </Button>
          )
        }
      >
        <FileEditor key={undone} source={source} texts={texts} onTexts={change} />
        <div className="flex flex-wrap items-center gap-3 border-line border-t p-3">
          <Button variant="primary" disabled={isBusy} onClick={() => compile()}>
            Compile and run
          </Button>
          <span role="status" className="text-muted">
            {isBusy ? (
              <Spinner label={wordsOf(progress, 'Compiling')} />
            ) : count === 0 ? (
              'Nothing is edited: the code would equal that of the chain'
            ) : (
              `${countOf(count, 'file')} edited`
            )}
          </span>
          {isBusy && (
            <Button size="s" onClick={() => setWanted(undefined)}>
              Cancel
            </Button>
          )}
        </div>
      </Panel>
      {wanted !== undefined && compiled.state === 'failed' && (
        <Panel>
          <ErrorState failure={compiled.failure} title="It could not be compiled" onRetry={compiled.again} />
        </Panel>
      )}
      {wanted !== undefined && compiled.state === 'here' && (
        <Compiled edited={compiled.value} onImmutables={compile}>
          {children}
        </Compiled>
      )}
    </>
  );
}

function Compiled({
  edited,
  onImmutables,
  children,
}: {
  edited: EditedCode;
  onImmutables: (values: Edit['immutables']) => void;
  children: Props['children'];
}) {
  switch (edited.state) {
    case 'errors':
      return (
        <Panel title="It does not compile" aside={countOf(edited.errors.length, 'error')}>
          <ul aria-label="Errors" className="flex flex-col gap-2 p-3">
            {edited.errors.map((error) => (
              <li key={error}>
                <pre className="overflow-x-auto whitespace-pre-wrap break-words text-failure">
                  {harmlessText(error, 2_000)}
                </pre>
              </li>
            ))}
          </ul>
        </Panel>
      );
    case 'needsValues':
      return <ImmutableFields immutables={edited.immutables} onValues={onImmutables} />;
    case 'compiled':
      return (
        <>
          {edited.warnings.length > 0 && (
            <Callout>
              <div>
                Before you trust the result:
                <ul aria-label="Warnings" className="list-disc pl-5">
                  {edited.warnings.map((warning) => (
                    <li key={warning}>{harmlessText(warning, 300)}</li>
                  ))}
                </ul>
              </div>
            </Callout>
          )}
          <p className="text-muted" role="status">
            Compiled: {formatInteger((edited.code.length - 2) / 2)} bytes, with the immutables and libraries of the code
            on the chain. The unchanged sources give{' '}
            {edited.isSameCode ? 'that code byte by byte.' : 'that code but for the compiler’s metadata.'}
          </p>
          {children(edited)}
        </>
      );
  }
}

/** Texts that were kept, of files that are there. */
function readTexts(json: string, { files }: ContractSource): Edit['texts'] {
  try {
    const kept: unknown = JSON.parse(json);
    if (typeof kept !== 'object' || kept === null) return {};
    const known = new Set(files.map(({ path }) => path));
    return Object.fromEntries(
      Object.entries(kept).filter(([path, text]) => known.has(path) && typeof text === 'string'),
    );
  } catch {
    return {}; // something else is kept under the name
  }
}

function wordsOf(progress: CompileProgress | undefined, first: string): string {
  if (progress === undefined) return first;
  if (progress.phase === 'compiling') return `Compiling with ${progress.version}`;
  const { done, total } = progress;
  return `Loading compiler ${progress.version}, ${formatBytes(done)}${total === undefined ? '' : ` of ${formatBytes(total)}`}`;
}
