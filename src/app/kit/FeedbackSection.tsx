import { useState } from 'react';
import { failure } from '../../core/values/failure';
import { Button } from '../ui/Button';
import { Callout } from '../ui/Callout';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { Dialog } from '../ui/Dialog';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Loading } from '../ui/Loading';
import { Panel } from '../ui/Panel';
import { PanelNote } from '../ui/PanelNote';
import { ProgressBar } from '../ui/ProgressBar';
import { RequestFailed } from '../ui/RequestFailed';
import { SkeletonRows } from '../ui/Skeleton';
import { SteadyBox } from '../ui/SteadyBox';
import { toast } from '../ui/toast';
import { Sample, Samples, Section } from './Section';

const DOWN = failure('rateLimited', 'node.example refuses more requests for now.', {
  attempts: [{ source: 'node.example', method: 'eth_getLogs', outcome: 'HTTP 429' }],
  raw: '{"error":"too many requests"}',
  retryAt: Date.UTC(2026, 10, 22, 9, 45),
});

export function FeedbackSection() {
  const [asked, setAsked] = useState(false);
  const [shown, setShown] = useState(false);
  return (
    <Section title="Feedback">
      <Samples>
        <Sample name="Callout">
          <div className="flex flex-col gap-2">
            <Callout actions={<Button size="s">Retry</Button>}>
              Transfers are being backfilled. Data may be missing before block 18,200,000.
            </Callout>
            <Callout tone="failure">The transaction is likely to fail: NotGuardian(caller: Alice).</Callout>
            <Callout tone="success">Contract successfully verified.</Callout>
            <Callout tone="accent" actions={<Button size="s">Verify</Button>}>
              Nobody has verified this contract yet.
            </Callout>
          </div>
        </Sample>
        <Sample name="ProgressBar">
          <div className="flex flex-col gap-4">
            <ProgressBar
              label="Indexing"
              done={41_000}
              total={100_000}
              unit="blocks"
              note="12 min left"
              onCancel={() => {}}
            />
            <ProgressBar label="Reading state" done={212} unit="slots" onCancel={() => {}} />
            <ProgressBar label="Compiling" done={7} total={7} unit="files" />
          </div>
        </Sample>
        <Sample name="SteadyBox">
          <SteadySample />
        </Sample>
        <Sample name="Dialog, ConfirmDialog, toast">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setShown(true)}>Dialog</Button>
            <Button variant="danger" onClick={() => setAsked(true)}>
              Forget traces…
            </Button>
            <Button onClick={() => toast({ text: 'Copied to clipboard', tone: 'success' })}>Toast</Button>
          </div>
          <Dialog open={shown} title="Legend" description="What colours mean." onClose={() => setShown(false)}>
            <p className="p-4">Content of a dialog.</p>
          </Dialog>
          <ConfirmDialog
            open={asked}
            title="Forget all traces?"
            action="Forget 212 traces"
            onConfirm={() => toast({ text: '212 traces forgotten' })}
            onClose={() => setAsked(false)}
          >
            They are asked for again when they are opened. Labels and notes stay.
          </ConfirmDialog>
        </Sample>
        <Sample name="ErrorState">
          <Panel>
            <ErrorState compact failure={DOWN} actions={<Button variant="primary">Retry</Button>} />
          </Panel>
        </Sample>
        <Sample name="EmptyState">
          <Panel>
            <EmptyState title="No labels yet" action={<Button>Import</Button>}>
              Open the page of an address and choose “Add label”.
            </EmptyState>
          </Panel>
        </Sample>
        <Sample name="Loading, SkeletonRows, PanelNote, RequestFailed">
          <Panel title="Panel" aside="aside" actions={<Button size="s">Action</Button>}>
            <PanelNote>Variables are read with the source of the contract.</PanelNote>
            <SkeletonRows count={2} label="Loading" />
            <Loading label="Loading view" />
            <div className="px-3 py-2">
              <RequestFailed failure={DOWN} onRetry={() => {}} />
            </div>
          </Panel>
        </Sample>
      </Samples>
    </Section>
  );
}

/** A box that keeps its height when lines join its content, until it is pressed. */
function SteadySample() {
  const [lines, setLines] = useState(2);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="s" onClick={() => setLines(lines + 2)}>
        More becomes known
      </Button>
      <div className="w-full rounded-l border border-line bg-panel">
        <SteadyBox drawn>
          <ol className="px-3 py-2">
            {Array.from({ length: lines }, (_, line) => `Line ${line + 1}`).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </SteadyBox>
      </div>
      <p className="text-muted">What stands below does not move.</p>
    </div>
  );
}
