/** Functions recovered from the bytecode of an unverified contract, after the reader said once that guesses are welcome. */

import type { Address } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { RecoveredFunction } from '../../../workers/contracts/contracts.api';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { ORIGIN_WORDS } from '../../ui/identity/NameView';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';

export function RecoveredFunctions({ address }: { address: Address }) {
  const [allowed, save] = usePreference('recoveredFunctions');
  if (allowed === undefined) return null;
  return allowed ? <Recovered address={address} /> : <Consent onSave={save} />;
}

function Consent({ onSave }: { onSave: (allowed: boolean) => Promise<boolean> }) {
  async function understand() {
    const kept = await onSave(true);
    if (!kept) toast({ text: 'The browser refuses to keep this choice', tone: 'failure' });
  }
  return (
    <Panel title="Unverified functions">
      <EmptyState
        title="Functions can be recovered from the bytecode"
        action={<Button onClick={() => void understand()}>I understand</Button>}
      >
        Decoded format for unverified contract functions is enabled. Please note that this feature is experimental and
        that the result might not be accurate. Changes are applied locally only.
      </EmptyState>
    </Panel>
  );
}

function Recovered({ address }: { address: Address }) {
  const { network } = useNetwork();
  const answer = useQuestion('contracts', `recovered ${network.id} ${address}`, (contracts, job) =>
    contracts.recoverFunctions(job, network.id, address),
  );
  if (answer.state === 'waiting') {
    return (
      <Panel title="Unverified functions">
        <SkeletonRows count={4} label="Recovering functions" />
      </Panel>
    );
  }
  if (answer.state === 'failed') return <ErrorState compact failure={answer.failure} />;
  const functions = answer.value;
  return (
    <Panel
      title="Unverified functions"
      aside={`${formatInteger(functions.length)}, recovered from the bytecode: a guess`}
    >
      {functions.length === 0 ? (
        <EmptyState title="No functions found">The code has no dispatcher that could be read.</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {functions.map((recovered) => (
            <RecoveredRow key={recovered.selector} recovered={recovered} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RecoveredRow({
  recovered: { selector, types, stateMutability, candidates },
}: {
  recovered: RecoveredFunction;
}) {
  const [best, ...others] = candidates;
  const reads = stateMutability === 'view' || stateMutability === 'pure';
  return (
    <li className="flex items-baseline gap-3 px-3 py-1.5 hover:bg-hover">
      <Badge tone={reads ? 'neutral' : 'accent'}>{reads ? 'Read' : 'Write'}</Badge>
      <span className="mono min-w-0 break-words">
        {best === undefined ? (
          <span>unknown({types})</span>
        ) : (
          <span title={`Name from: ${ORIGIN_WORDS[best.origin]}. The code takes (${types}).`}>
            {harmlessText(best.text, 200)}
          </span>
        )}{' '}
        <code className="text-muted">{selector}</code>
        {others.length > 0 && (
          <span className="text-muted"> or {others.map(({ text }) => harmlessText(text, 100)).join(', ')}</span>
        )}
      </span>
    </li>
  );
}
