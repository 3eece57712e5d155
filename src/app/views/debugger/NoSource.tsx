/** Why instructions stand where the source would. */
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { PanelNote } from '../../ui/PanelNote';
import { Spinner } from '../../ui/Spinner';
import type { SourcesState } from './debugger-model';

type Props = {
  sources: SourcesState;
  why: string;
  /** Other frames have a source, by whose statements the reader goes. */
  byStatements: boolean;
  onCancel: () => void;
  onRetry: () => void;
};

export function NoSource({ sources, why, byStatements, onCancel, onRetry }: Props) {
  switch (sources.state) {
    case 'loading':
      return (
        <PanelNote role="status" className="flex flex-wrap items-center gap-2">
          <Spinner label="Loading contract" />
          <span>
            <b>Loading contract</b> We are fetching the contract source as we speak, we just need a few more seconds!
          </span>
          {sources.progress && (
            <span className="text-muted">compiler {harmlessText(sources.progress.version, 60)}</span>
          )}
          <Button size="s" onClick={onCancel}>
            Cancel
          </Button>
        </PanelNote>
      );
    case 'failed':
      return (
        <PanelNote className="flex flex-wrap items-center gap-2">
          <span>{harmlessText(sources.failure.message, 400)}</span>
          <Button size="s" onClick={onRetry}>
            Retry
          </Button>
        </PanelNote>
      );
    case 'here':
      return why === '' ? null : (
        <PanelNote>
          <b>No source for this contract</b> {harmlessText(why, 600)}
          {byStatements && ' Next and Previous lead to the statements around it; with Opcodes they go by instruction.'}
        </PanelNote>
      );
  }
}
