import { TRIED_BALANCES } from '../../../core/proof/rules-text';
import type { TraceSummary } from '../../../workers/trace/open-trace.api';
import { PanelNote } from '../../ui/PanelNote';

/** Says above balances that the rules they follow were tried. Draws nothing where they are known. */
export function TriedRules({ summary }: { summary: TraceSummary }) {
  if (summary.verification?.checked?.rules?.basis !== 'tried') return null;
  return <PanelNote className="text-muted">{TRIED_BALANCES}</PanelNote>;
}
