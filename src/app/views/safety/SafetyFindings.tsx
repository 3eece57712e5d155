/** What the rules of action safety found, each with what speaks for it, and what was not looked at. */

import type { ReactNode } from 'react';
import { parseAddress } from '../../../core/chain/address';
import { isAddress } from '../../../core/chain/address-shape';
import type { NetworkId } from '../../../core/chain/primitives';
import { countOf } from '../../../core/format/plural';
import { formatToken } from '../../../core/format/token-amounts';
import { RULES, type Severity } from '../../../core/safety/verdict';
import { harmlessText } from '../../../core/text/harmless';
import type { SafetyReport, VerdictView } from '../../../workers/trace/safety.api';
import { Badge, type Tone } from '../../ui/Badge';
import { AddressView } from '../../ui/identity/AddressView';
import { useNames } from '../../use-names';

const LOOKS: Record<Severity, { word: string; tone: Tone; glyph: string }> = {
  danger: { word: 'Danger', tone: 'failure', glyph: '✕' },
  warning: { word: 'Warning', tone: 'pending', glyph: '▲' },
  notice: { word: 'Notice', tone: 'neutral', glyph: 'i' },
};

type Props = {
  report: SafetyReport;
  networkId: NetworkId;
  /** A link to a row of the trace; none where the trace is not on the page. */
  rowLink?: ((depthId: string) => ReactNode) | undefined;
};

export function SafetyFindings({ report, networkId, rowLink }: Props) {
  const { verdicts, checked, left, asked, runs } = report;
  const requests = asked > 0 ? ` The code of ${countOf(asked, 'account')} was asked for.` : '';
  const again = runs > 0 ? ` It was executed again with another block ${runs === 1 ? 'once' : `${runs} times`}.` : '';
  return (
    <div className="flex flex-col">
      {verdicts.length > 0 && (
        <ul aria-label="Findings">
          {verdicts.map((verdict) => (
            <Finding
              key={`${verdict.rule} ${verdict.subject} ${verdict.rows.join()} ${verdict.evidence.map(({ value }) => value).join()}`}
              verdict={verdict}
              networkId={networkId}
              rowLink={rowLink}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-col gap-1 px-3 py-2 text-muted">
        {checked.length > 0 && (
          <p>
            {verdicts.length === 0 ? 'Nothing was found' : 'Nothing else was found'}, which does not mean that it is
            safe.
            {requests}
            {again}
          </p>
        )}
        {left.map((sentence) => (
          <p key={sentence}>{harmlessText(sentence, 400)}</p>
        ))}
        {checked.length > 0 && (
          <details>
            <summary>{countOf(checked.length, 'rule')} were looked at</summary>
            <ul className="list-disc pl-5">
              {checked.map((rule) => (
                <li key={rule}>{RULES[rule]}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}

function Finding({
  verdict: { rule, severity, reason, rows, evidence },
  networkId,
  rowLink,
}: Pick<Props, 'networkId' | 'rowLink'> & { verdict: VerdictView }) {
  const look = LOOKS[severity];
  const addresses = evidence.flatMap(({ value }) => {
    const parsed = isAddress(value) ? parseAddress(value) : undefined;
    return parsed?.ok ? [parsed.value] : [];
  });
  const names = useNames(networkId, addresses);
  return (
    <li className="border-line border-b px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={look.tone} glyph={look.glyph}>
          {look.word}
        </Badge>
        <b>{RULES[rule]}</b>
        {rowLink !== undefined && rows.map((depthId) => <span key={depthId}>{rowLink(depthId)}</span>)}
      </div>
      <p className="py-1">{reason}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-s">
        {evidence.map(({ label, value, amount }) => {
          const address = addresses.find((each) => each === value);
          return (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">
                {address === undefined ? (
                  <EvidenceText value={value} amount={amount} />
                ) : (
                  <AddressView address={address} name={names[address]} />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
}

/** Amounts in the smallest unit are grouped, and the largest is spelled as the power it is. */
function EvidenceText({ value, amount }: { value: string; amount: string | undefined }) {
  if (amount !== undefined) return <span title={value}>{harmlessText(amount, 200)}</span>;
  if (!/^\d{1,78}$/.test(value)) return harmlessText(value, 200);
  const { text, exact } = formatToken(BigInt(value), 0);
  return <span title={exact}>{text}</span>;
}
