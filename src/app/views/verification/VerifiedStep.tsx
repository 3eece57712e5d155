/** The codes match: what is kept here, and publishing it. */
import { Link } from '@tanstack/react-router';
import { inputOfDraft } from '../../../core/contract/verification/review-sources';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button, buttonClass } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Field, FieldList } from '../../ui/Facts';
import { Spinner } from '../../ui/Spinner';
import { StepFrame } from './StepFrame';
import { settingsWords } from './steps';
import type { Verification } from './use-verification';

export function VerifiedStep({ verification }: { verification: Verification }) {
  const { snapshot, send, address, hasPrivate } = verification;
  const { segment } = useNetwork();
  const { outcome, keptAbi, published, draft } = snapshot.context;
  const verdict = outcome?.best.verdict;
  const isPublished = snapshot.matches('published');
  return (
    <StepFrame
      title={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="success" glyph="✓">
            {verdict === undefined ? 'ABI verified' : verdict.match === 'exact' ? 'Exact match' : 'Partial match'}
          </Badge>
          {titleOf(verification)}
        </span>
      }
      note={outcome && settingsWords(outcome.best.settings)}
      footer={
        <>
          <Button onClick={() => send({ type: 'user.step', step: 'upload' })}>Upload</Button>
          <span className="ml-auto" />
          <Link
            to="/{-$network}/contract/$address/code"
            params={{ network: segment, address }}
            search={{}}
            className={buttonClass({ variant: verdict === undefined || isPublished ? 'primary' : 'plain' })}
          >
            Open the contract
          </Link>
        </>
      }
    >
      {keptAbi !== undefined && verdict === undefined && (
        <>
          <p>
            {countOf(keptAbi.entries, 'entry', 'entries')} of the ABI are used for this code from now on. If you want to
            see the source code please verify it.
          </p>
          {keptAbi.warnings.map((warning) => (
            <Callout key={warning}>{harmlessText(warning, 300)}</Callout>
          ))}
        </>
      )}
      {verdict !== undefined && (
        <>
          <FieldList label="The match">
            <Field label="Contract">
              {harmlessText(verdict.name, 100)}{' '}
              <code className="break-all text-muted">{harmlessText(verdict.path, 300)}</code>
            </Field>
            <Field label="Code">{countOf(verdict.deployedLength, 'byte')}, equal to the compiled code</Field>
            <Field label="Metadata">
              {verdict.match === 'exact'
                ? 'The same hash: sources and settings are those of the deployment to the last blank.'
                : 'Another hash or none: a comment, a name or a path may be another than at the deployment.'}
            </Field>
          </FieldList>
          {hasPrivate && (
            <p className="text-muted">
              Sources, ABI and settings are kept on this device, and every page uses them for this code.
            </p>
          )}
          {(draft.visibility === 'public' || published !== undefined) && <Publish verification={verification} />}
          {draft.visibility === 'private' && (
            <Button
              size="s"
              className="self-start"
              onClick={() => send({ type: 'user.changed', change: { visibility: 'public' } })}
            >
              Make it public, too
            </Button>
          )}
        </>
      )}
    </StepFrame>
  );
}

function titleOf({ snapshot, hasPrivate }: Verification): string {
  if (!hasPrivate && !snapshot.matches('published')) return 'Your sources made this code';
  return 'Contract successfully verified';
}

function Publish({ verification: { snapshot, send, networkId } }: { verification: Verification }) {
  const { draft, publishing, published } = snapshot.context;
  if (published !== undefined) {
    return (
      <Callout tone="success" role="status">
        {published.state === 'already'
          ? 'Sourcify had this contract already.'
          : `Sourcify verified the contract${published.match === undefined ? '' : `: ${published.match} match`}.`}{' '}
        <a className="link" href={published.url} target="_blank" rel="noreferrer">
          Open it there
        </a>
      </Callout>
    );
  }
  if (snapshot.matches('publishing')) {
    return (
      <div className="flex flex-wrap items-center gap-3" role="status">
        <Spinner label="Publishing" />
        {publishing === 'waiting' ? 'Sourcify has the sources and compiles them.' : 'Sending the sources to Sourcify.'}
        <Button size="s" onClick={() => send({ type: 'user.cancel' })}>
          Cancel
        </Button>
      </div>
    );
  }
  const stated = inputOfDraft(draft);
  const files = stated.ok ? Object.keys(stated.value.input.sources).length : 0;
  return (
    <Callout
      tone="accent"
      actions={
        <Button variant="primary" onClick={() => send({ type: 'user.publish' })}>
          Publish to Sourcify
        </Button>
      }
    >
      Not public yet. Publishing sends {countOf(files, 'source file')}, the compiler settings, the chain ({networkId})
      and the address to Sourcify, where everybody can read them for good. Nothing can be taken back.
    </Callout>
  );
}
