import { triedBalances } from '../../../core/proof/rules-text';
import type { TraceSummary } from '../../../workers/trace/open-trace.api';
import { PanelNote } from '../../ui/PanelNote';

/** Says above balances that the rules they follow were tried. Draws nothing where they are known. */
export function TriedRules({ summary }: { summary: TraceSummary }) {
  const rules = summary.verification?.checked?.rules;
  if (rules?.basis !== 'tried') return null;
  return <PanelNote className="text-muted">{triedBalances(rules.family)}</PanelNote>;
}
