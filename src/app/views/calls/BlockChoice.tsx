/** On which block the functions of a page are read: the newest, or one that the reader chooses. */
import { formatInteger } from '../../../core/format/counts';
import { withoutGroups } from '../../../core/format/parse-amount';
import { Badge } from '../../ui/Badge';
import { fieldClass } from '../../ui/field-class';
import { Segmented } from '../../ui/Segmented';

/** Blocks that every node keeps the state of; older ones are read from an archive. */
const KEPT_BLOCKS = 128;

export type ChosenBlock = { kind: 'latest' | 'number'; text: string };

/** Reads the block that is meant, or why none is; `latest` is undefined while it is not known. */
export function readChosenBlock(
  { kind, text }: ChosenBlock,
  latest: number | undefined,
): { ok: true; value: number | 'latest' } | { ok: false; error: string } {
  if (kind === 'latest') return { ok: true, value: 'latest' };
  const digits = withoutGroups(text.trim());
  if (digits === '') return { ok: false, error: 'Fill in a block number.' };
  const number = Number(digits);
  if (!/^\d{1,15}$/.test(digits)) return { ok: false, error: 'A block number is written in digits.' };
  if (latest !== undefined && number > latest)
    return {
      ok: false,
      error: `Block ${formatInteger(number)} is above the latest, ${formatInteger(latest)}. The last value stays below, with its own block.`,
    };
  return { ok: true, value: number };
}

export function BlockChoice({
  chosen,
  latest,
  onChoose,
}: {
  chosen: ChosenBlock;
  latest: number | undefined;
  onChoose: (chosen: ChosenBlock) => void;
}) {
  const block = readChosenBlock(chosen, latest);
  const isArchived = block.ok && block.value !== 'latest' && latest !== undefined && block.value < latest - KEPT_BLOCKS;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="text-muted">Read on block</span>
      <Segmented
        label="Read on block"
        size="s"
        value={chosen.kind}
        segments={[
          { value: 'latest', label: 'latest' },
          { value: 'number', label: 'block' },
        ]}
        onChange={(kind) =>
          onChoose({ kind, text: kind === 'number' && chosen.text === '' ? String(latest ?? '') : chosen.text })
        }
      />
      {chosen.kind === 'number' && (
        <input
          aria-label="Block number"
          aria-invalid={!block.ok}
          inputMode="numeric"
          value={chosen.text}
          onChange={(event) => onChoose({ kind: 'number', text: event.target.value })}
          className={`${fieldClass({ size: 's', mono: true })} w-32`}
        />
      )}
      {isArchived && (
        <Badge tone="pending" title={`Older than ${KEPT_BLOCKS} blocks: only an archive node has this state`}>
          archived
        </Badge>
      )}
      {latest !== undefined && (
        <span className="text-muted text-s">
          latest is <span className="tabular-nums">{formatInteger(latest)}</span>
        </span>
      )}
      <span role="alert" className="text-failure text-s empty:hidden">
        {block.ok ? '' : block.error}
      </span>
    </div>
  );
}
