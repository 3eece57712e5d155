/** The codes match: what is kept here, and publishing it. */
import { Link } from '@tanstack/react-router';
import type { Verdict } from '../../../core/contract/verification/verdict';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button, buttonClass } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Field, FieldList } from '../../ui/Facts';
import { HostVerification } from '../hosted/HostVerification';
import { VerificationInProject } from '../projects/VerificationInProject';
import { Publish } from './Publish';
import { StepFrame } from './StepFrame';
import { settingsText } from './steps';
import type { Verification } from './use-verification';

export function VerifiedStep({ verification }: { verification: Verification }) {
  const { snapshot, send, networkId, address, hasPrivate } = verification;
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
      note={outcome && settingsText(outcome.best.settings)}
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
            {countOf(keptAbi.entries, 'entry', 'entries')} of the ABI {keptAbi.entries === 1 ? 'is' : 'are'} used for
            this code from now on. If you want to see the source code please verify it.
          </p>
          {keptAbi.warnings.map((warning) => (
            <Callout key={warning}>{harmlessText(warning, 300)}</Callout>
          ))}
          <VerificationInProject
            id={keptAbi.id}
            name={harmlessText(draft.abi.name, 100) || 'Contract'}
            networkId={networkId}
            address={address}
            abiOnly
          />
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
                ? 'The same hash: sources and settings are exactly those of the deployment.'
                : metadataText(verdict)}
            </Field>
          </FieldList>
          {hasPrivate && (
            <p className="text-muted">
              Sources, ABI and settings are kept on this device, and every page uses them for this code.
            </p>
          )}
          {outcome?.kept !== undefined && (
            <VerificationInProject
              id={outcome.kept}
              name={harmlessText(verdict.name, 100)}
              networkId={networkId}
              address={address}
            />
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
      <HostVerification {...{ networkId, address, draft }} abiOnly={verdict === undefined} />
    </StepFrame>
  );
}

/** Says why a match is partial. */
function metadataText({ hasHash: { deployed, compiled } }: Verdict): string {
  if (deployed && compiled) return 'Another hash: a comment, a name or a path may differ from the deployment.';
  const comment = 'so that a comment, a name or a path may differ from the deployment';
  if (deployed)
    return `These settings put no hash into the code, which the deployed code has: only a partial match is possible, ${comment}.`;
  return `The deployed code has no hash of its metadata: only a partial match is possible, ${comment}.`;
}

function titleOf({ snapshot, hasPrivate }: Verification): string {
  if (!hasPrivate && !snapshot.matches('published')) return 'Your sources made this code';
  return 'Contract successfully verified';
}
