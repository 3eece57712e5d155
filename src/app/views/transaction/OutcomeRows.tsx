/** What was called and why it failed, among the general information; in developer mode both lead to their rows. */

import type { ReactNode } from 'react';
import { harmlessText } from '../../../core/text/harmless';
import type { Outcome } from '../../../workers/trace/rows.api';
import { ORIGIN_TEXT } from '../../ui/identity/NameView';
import { usePreference } from '../../use-preference';
import { RowLink } from '../open-trace/RowLink';
import { FieldRow as Row } from './FieldRow';

export function OutcomeRows({ outcome }: { outcome: Outcome }) {
  const [developer = true] = usePreference('developerMode');
  const { method, failing } = outcome;
  const lead = (depthId: string, children: ReactNode) =>
    developer ? <RowLink depthId={depthId}>{children}</RowLink> : children;
  return (
    <>
      {method && (
        <Row label="Function">
          <span className="mono" title={`Name from ${ORIGIN_TEXT[method.origin]}`}>
            {lead('0', <bdi>{harmlessText(method.text, 200)}</bdi>)}
          </span>
        </Row>
      )}
      {failing && (
        <Row label="Error">
          <span className="text-failure">{lead(failing.depthId, <bdi>{failing.reason}</bdi>)}</span>
        </Row>
      )}
    </>
  );
}
