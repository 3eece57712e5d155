import { Link } from '@tanstack/react-router';
import { harmlessText } from '../../../core/text/harmless';
import type { AskedPage } from '../../../workers/chain/chain.api';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import type { Answer } from '../../use-question';

/** Says what asking others gave where it gave no rows, and offers to ask them. */
export function AskNote({
  what,
  asked,
  isAsked,
  onAsk,
}: {
  /** What is listed, in the plural. */
  what: string;
  asked: Answer<Pick<AskedPage<unknown>, 'skipped'>> & { again: () => void };
  isAsked: boolean;
  onAsk: (() => void) | undefined;
}) {
  if (!isAsked) {
    return onAsk === undefined ? null : (
      <p className="text-muted">
        <Button size="s" onClick={onAsk}>
          Ask others for older ones
        </Button>
      </p>
    );
  }
  if (asked.state === 'waiting') return null;
  if (asked.state === 'failed') {
    return (
      <Callout
        tone="pending"
        actions={
          <Button size="s" onClick={asked.again}>
            Retry
          </Button>
        }
      >
        Others could not be asked for its {what}: {asked.failure.message}
      </Callout>
    );
  }
  // What an endpoint lacks is not the reader's to switch on.
  const off = asked.value.skipped.find(({ provider }) => !provider.startsWith('Otterscan'));
  if (off === undefined) return null;
  return (
    <p className="text-muted">
      {off.provider === 'Blockscout' ? 'The network’s Blockscout' : harmlessText(off.provider, 60)} may list all of its{' '}
      {what}. {off.reason}{' '}
      <Link to="/settings" search={{}} hash="third-parties" className="link">
        Settings
      </Link>
    </p>
  );
}
