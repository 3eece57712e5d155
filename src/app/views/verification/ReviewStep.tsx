/** The root contract is chosen; its imports are found, or missing and handed in. */
import { useState } from 'react';
import { evmVersionText } from '../../../core/contract/verification/code-facts';
import type { MissingUnit, RootCandidate, SourceReview } from '../../../core/contract/verification/review-sources';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import type { Picked } from '../../ui/dropped-files';
import { EmptyState } from '../../ui/EmptyState';
import { Field, FieldList } from '../../ui/Facts';
import { FileButton } from '../../ui/FileDrop';
import { RadioGroup } from '../../ui/RadioGroup';
import { Spinner } from '../../ui/Spinner';
import { TextArea } from '../../ui/TextArea';
import { useQuestion } from '../../use-question';
import { useContractsApi } from '../../wiring';
import { FetchMissing } from './FetchMissing';
import { DEPENDENCY_SOURCES, readPicked } from './read-picked';
import { StepFrame } from './StepFrame';
import type { Verification } from './use-verification';

/** More contracts than this are behind a button. */
const FIRST = 6;

export function ReviewStep({ verification }: { verification: Verification }) {
  const { snapshot, send } = verification;
  const { review } = snapshot.context;
  const isReady = review?.root !== undefined && review.missing.length === 0 && snapshot.matches({ review: 'shown' });
  return (
    <StepFrame
      title="Which contract is deployed here?"
      note={review && `${countOf(review.files, 'file')}, ${formatBytes(review.characters)}`}
      footer={
        <>
          <Button onClick={() => send({ type: 'user.step', step: 'upload' })}>Upload</Button>
          <span className="ml-auto text-muted text-s">{review && wordsOf(review)}</span>
          <Button variant="primary" disabled={!isReady} onClick={() => send({ type: 'user.next' })}>
            Go on to compiler settings
          </Button>
        </>
      }
    >
      {review === undefined ? (
        <Spinner label="Reading the sources" />
      ) : review.root === undefined && review.missing.length === 0 ? (
        <EmptyState title="No contract in these sources">
          No file declares a contract, a library or an interface. Go back to upload and add others.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          {review.root !== undefined && (
            <div className="flex min-w-0 flex-col gap-5">
              <Roots review={review} verification={verification} />
              <FromCode verification={verification} />
            </div>
          )}
          <Imports review={review} verification={verification} />
        </div>
      )}
    </StepFrame>
  );
}

function wordsOf({ missing, root }: SourceReview): string {
  if (missing.length > 0) return `${countOf(missing.length, 'source')} missing`;
  return root === undefined ? 'Nothing to compile' : 'Nothing is missing';
}

function Roots({
  review: { roots, root },
  verification: { send },
}: {
  review: SourceReview;
  verification: Verification;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? roots : roots.filter((one, index) => index < FIRST || one.id === root?.id);
  return (
    <section aria-label="Root contract" className="flex min-w-0 flex-col gap-2">
      <h4 className="font-semibold">
        Root contract{' '}
        <span className="font-normal text-muted">{countOf(roots.length, 'contract')}, the likely ones first</span>
      </h4>
      <RadioGroup
        label="Root contract"
        look="cards"
        value={root?.id}
        options={shown.map((one) => ({
          value: one.id,
          label: harmlessText(one.name, 100),
          note: <code className="break-all">{harmlessText(one.path, 200)}</code>,
          aside: kindOf(one),
        }))}
        onChange={(id) => send({ type: 'user.changed', change: { root: id } })}
      />
      {shown.length < roots.length && (
        <Button size="s" variant="quiet" className="self-start" onClick={() => setAll(true)}>
          {formatInteger(roots.length - shown.length)} more
        </Button>
      )}
      <p className="text-muted text-s">Another choice recomputes the imports. Added sources stay.</p>
    </section>
  );
}

/** What the deployed code says of its making, which the next step begins with. */
function FromCode({ verification: { networkId, address } }: { verification: Verification }) {
  const facts = useQuestion('contracts', `code facts ${networkId} ${address}`, (contracts, job) =>
    contracts.codeFacts(job, networkId, address),
  ).last;
  if (facts === undefined) return null;
  const { length, compilerVersion, metadata, language } = facts;
  const evmVersion = evmVersionText(facts);
  return (
    <section aria-label="Read from the deployed code" className="flex min-w-0 flex-col gap-2">
      <h4 className="font-semibold">
        Read from the deployed code <span className="font-normal text-muted">chosen first in the next step</span>
      </h4>
      <div className="rounded-m border border-line">
        <FieldList>
          <Field label="Code">{countOf(length, 'byte')}</Field>
          <Field label="Compiler">
            {compilerVersion === undefined ? (
              <span className="text-muted">not named</span>
            ) : (
              <code>
                {language === 'Vyper' ? 'vyper' : 'solc'} {harmlessText(compilerVersion, 60)}
              </code>
            )}
          </Field>
          <Field label="EVM version">{evmVersion ?? <span className="text-muted">any</span>}</Field>
          <Field label="Metadata">
            {metadata === undefined ? (
              <span className="text-muted">no hash in the code</span>
            ) : (
              <code title={metadata.hash}>
                {metadata.kind} {shorten(metadata.hash)}
              </code>
            )}
          </Field>
        </FieldList>
      </div>
    </section>
  );
}

function kindOf({ kind }: RootCandidate) {
  return kind === 'contract' ? undefined : kind;
}

function Imports({
  review: { units, missing, root },
  verification,
}: {
  review: SourceReview;
  verification: Verification;
}) {
  return (
    <section aria-label="Imports" className="flex min-w-0 flex-col gap-2">
      <h4 className="font-semibold">
        Imports{root && ` of ${harmlessText(root.name, 60)}`}{' '}
        <span className="font-normal text-muted">
          {countOf(units.length, 'file')} found{missing.length > 0 && `, ${formatInteger(missing.length)} missing`}
        </span>
      </h4>
      {missing.length > 0 && <MissingFiles missing={missing} verification={verification} />}
      <ul className="max-h-96 overflow-y-auto rounded-m border border-line py-1">
        {units.map(({ name, file, depth, wasMissing, hasStatedHash }) => (
          <li
            key={name}
            className="flex min-h-7 flex-wrap items-center gap-x-2 px-3"
            style={{ paddingLeft: 12 + Math.min(depth, 6) * 14 }}
          >
            <code className="min-w-0 break-all">{harmlessText(name, 300)}</code>
            {file !== name && !wasMissing && <span className="text-muted text-s">from {harmlessText(file, 200)}</span>}
            <span className="ml-auto flex gap-1.5">
              {wasMissing && <Badge tone="pending">was missing</Badge>}
              {wasMissing && (
                <Badge tone="success" glyph="✓">
                  resolved
                </Badge>
              )}
              {hasStatedHash === true && <Badge tone="success">same hash as in the metadata</Badge>}
              {hasStatedHash === false && (
                <Badge tone="failure" glyph="✕" title="An exact match is not possible with this text.">
                  another hash than in the metadata
                </Badge>
              )}
              {wasMissing && <RemoveAdded name={file} verification={verification} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RemoveAdded({ name, verification: { send } }: { name: string; verification: Verification }) {
  const remove = () => send({ type: 'user.changedAdded', change: ({ [name]: _, ...others }) => others });
  return (
    <Button size="s" variant="quiet" aria-label={`Replace ${harmlessText(name, 100)}`} onClick={remove}>
      Replace
    </Button>
  );
}

function MissingFiles({ missing, verification }: { missing: readonly MissingUnit[]; verification: Verification }) {
  const api = useContractsApi();
  const { send } = verification;
  const [said, setSaid] = useState('');
  const add = (found: Readonly<Record<string, string>>) =>
    send({ type: 'user.changedAdded', change: (added) => ({ ...added, ...found }) });
  const take = async (picked: Picked) => {
    const { sources } = await api.readSourceFiles((await readPicked(picked)).files);
    const found = await api.fillMissing(
      missing.map(({ name, hash }) => ({ name, ...(hash === undefined ? {} : { hash }) })),
      sources,
    );
    const count = Object.keys(found).length;
    setSaid(count === 0 ? 'None of these files is missing.' : `${countOf(count, 'source')} resolved.`);
    if (count > 0) add(found);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <FileButton
          label="Files of missing imports"
          multiple
          size="s"
          accept=".sol,.yul,.zip"
          onPick={(picked) => void take(picked)}
        >
          Upload files
        </FileButton>
        <FileButton
          label="Folder of missing imports"
          folder
          choice={{ dependencies: DEPENDENCY_SOURCES }}
          size="s"
          onPick={(picked) => void take(picked)}
        >
          Upload a folder
        </FileButton>
        <span role="status" className="text-muted text-s">
          {said}
        </span>
      </div>
      <FetchMissing missing={missing} verification={verification} />
      <p className="text-muted text-s">
        A remapping finds a file that was uploaded under another path.{' '}
        <Button size="s" variant="quiet" onClick={() => send({ type: 'user.step', step: 'settings' })}>
          Fill in remappings
        </Button>
      </p>
      <ul className="flex flex-col gap-2">
        {missing.slice(0, 50).map((one) => (
          <MissingFile key={one.name} missing={one} onAdd={(text) => add({ [one.name]: text })} />
        ))}
      </ul>
      {missing.length > 50 && (
        <p className="text-muted">and {formatInteger(missing.length - 50)} more: upload a folder that has them</p>
      )}
    </div>
  );
}

function MissingFile({
  missing: { name, from, line, hash },
  onAdd,
}: {
  missing: MissingUnit;
  onAdd: (text: string) => void;
}) {
  const [text, setText] = useState('');
  const short = harmlessText(name, 200);
  return (
    <li className="rounded-m border border-line border-l-2 border-l-pending bg-raised px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all font-semibold">{short}</code>
        <Badge tone="pending" glyph="▲">
          missing
        </Badge>
      </div>
      <p className="text-muted text-s">
        {line > 0 ? `Imported at line ${formatInteger(line)} of ${harmlessText(from, 200)}.` : `Named by ${from}.`}
        {hash !== undefined && ` Its hash is ${hash.slice(0, 10)}…${hash.slice(-4)}.`}
      </p>
      <TextArea
        label={`Source of ${short}`}
        mono
        value={text}
        onChange={setText}
        end={
          <Button size="s" disabled={text.trim() === ''} onClick={() => onAdd(text)}>
            Add
          </Button>
        }
      />
    </li>
  );
}
