/** What the hosted API thinks of an action, beside what the rules found. */
import type { NetworkId } from '../../../core/chain/primitives';
import { countOf } from '../../../core/format/plural';
import type { HostedSafety } from '../../../core/hosted/answers';
import { harmlessText } from '../../../core/text/harmless';
import type { HostQuestions } from '../../../workers/chain/host.api';
import { Badge, type Tone } from '../../ui/Badge';
import { useHost } from './use-host';

const LOOKS: Record<HostedSafety['tone'], { word: string; tone: Tone; glyph: string }> = {
  danger: { word: 'Dangerous', tone: 'failure', glyph: '✕' },
  warning: { word: 'Warning', tone: 'pending', glyph: '▲' },
  info: { word: 'Safe, as the host says', tone: 'neutral', glyph: 'i' },
};

type Props = { networkId: NetworkId; action: HostQuestions['safety']['asked']['action'] };

export function HostSafety({ networkId, action }: Props) {
  const answer = useHost<'safety'>({ of: 'safety', networkId, action });
  if (answer.state === 'failed') {
    return <p className="border-line border-t px-3 py-2 text-muted">{answer.failure.message}</p>;
  }
  if (answer.state !== 'here' || answer.value?.told === undefined) return null;
  const { host, told } = answer.value;
  const look = LOOKS[told.tone];
  const changes = [
    ...(told.balanceChanges > 0 ? [countOf(told.balanceChanges, 'change of a balance', 'changes of balances')] : []),
    ...(told.exposureChanges > 0
      ? [countOf(told.exposureChanges, 'change of an approval', 'changes of approvals')]
      : []),
  ];
  return (
    <section aria-label="Action safety at the hosted API" className="border-line border-t px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={look.tone} glyph={look.glyph}>
          {look.word}
        </Badge>
        <span className="text-muted">from {harmlessText(host, 60)}, by its own rules</span>
      </p>
      <p className="py-1">{harmlessText(told.message || told.reason, 400)}</p>
      {told.isToMalicious && (
        <p>The host counts the recipient{told.toName && ` ${harmlessText(told.toName, 60)}`} as malicious.</p>
      )}
      {changes.length > 0 && <p className="text-muted">It lists {changes.join(' and ')}.</p>}
    </section>
  );
}
