import { useNavigate } from '@tanstack/react-router';
import type { Hash } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { useNetwork } from '../../network-context';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { HashView } from '../../ui/identity/HashView';
import { usePageKeys } from '../../ui/keys';
import { SimulateLink } from '../simulator/SimulateLink';

/** Shows number, hash, and the way to the neighbours; a block that was not found has its neighbours too. */
export function BlockHeading({
  number,
  hash,
  found,
}: {
  number: number | undefined;
  hash: Hash | undefined;
  found: boolean;
}) {
  const { segment } = useNetwork();
  const navigate = useNavigate();
  const go = (to: number) => () =>
    void navigate({ to: '/{-$network}/block/$block', params: { network: segment, block: String(to) } });
  const previous = number !== undefined && number > 0 ? go(number - 1) : undefined;
  const next = number !== undefined ? go(number + 1) : undefined;
  usePageKeys('Block', [
    { key: '[', label: 'Previous block', ...(previous && { run: previous }) },
    { key: ']', label: 'Next block', ...(next && { run: next }) },
  ]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div>
        <h1>{number === undefined ? 'Block' : `Block ${formatInteger(number)}`}</h1>
        {hash !== undefined ? (
          <HashView hash={hash} of="block" link={false} />
        ) : (
          found && (
            <Badge tone="pending" glyph="◔">
              pending block
            </Badge>
          )
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {found && number !== undefined && <SimulateLink query={{ block: number }}>Simulate from block</SimulateLink>}
        <Button aria-label="Previous block" onClick={previous} disabled={!previous} title="Key [">
          <Icon name="left" />
          Previous
        </Button>
        <Button aria-label="Next block" onClick={next} disabled={!next} title="Key ]">
          Next
          <Icon name="right" />
        </Button>
      </div>
    </header>
  );
}
