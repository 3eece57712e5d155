/** On which block the functions of a page are read: the newest, or one that the reader chooses. */
import type { NetworkId } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { withoutGroups } from '../../../core/format/parse-amount';
import type { Finality } from '../../../workers/chain/chain.api';
import { Badge } from '../../ui/Badge';
import { fieldClass } from '../../ui/field-class';
import { Segmented } from '../../ui/Segmented';
import { useLoaded } from '../../use-loaded';
import { useWiring } from '../../wiring';

/** Blocks that every node keeps the state of; older ones are read from an archive. */
const KEPT_BLOCKS = 128;

export type ChosenBlock = { kind: 'latest' | 'number'; text: string };

/** Tags of blocks whose number the endpoint states (Ethereum execution API, BlockTag). */
const STATED_TAGS = ['finalized', 'safe'] as const;

/** Returns whether the chosen block is one that only the endpoint knows. */
function isStatedTag({ kind, text }: ChosenBlock): boolean {
  return kind === 'number' && STATED_TAGS.some((tag) => tag === text.trim().toLowerCase());
}

/** Returns the finalized and the safe block where one of them is chosen; undefined until the endpoint answers. */
export function useFinality(networkId: NetworkId, chosen: ChosenBlock): Finality | undefined {
  const { workers } = useWiring();
  return useLoaded(isStatedTag(chosen) ? `finality ${networkId}` : undefined, () =>
    // Without an answer no block is final.
    workers.chain.finality(networkId).catch((): Finality => ({})),
  );
}

/**
 * Reads the block that is meant, or why none is: a number in digits or hex, or a tag. `latest` and `finality` are
 * undefined while they are not known.
 */
export function readChosenBlock(
  { kind, text }: ChosenBlock,
  latest: number | undefined,
  finality?: Finality,
): { ok: true; value: number | 'latest' } | { ok: false; error: string } {
  if (kind === 'latest') return { ok: true, value: 'latest' };
  const written = withoutGroups(text.trim()).toLowerCase();
  if (written === '') return { ok: false, error: 'Fill in a block number.' };
  if (written === 'latest') return { ok: true, value: 'latest' };
  const tag = STATED_TAGS.find((each) => each === written);
  const stated = tag === undefined ? undefined : finality?.[tag];
  if (tag !== undefined && stated === undefined)
    return { ok: false, error: finality ? `The endpoint states no ${tag} block.` : `Asking for the ${tag} block…` };
  const number = written === 'earliest' ? 0 : (stated ?? Number(written));
  if (tag === undefined && written !== 'earliest' && !/^(\d{1,15}|0x[\da-f]{1,12})$/.test(written))
    return { ok: false, error: 'A block is a number in digits or hex, or earliest, safe, finalized.' };
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
  finality,
  onChoose,
}: {
  chosen: ChosenBlock;
  latest: number | undefined;
  /** Undefined while it was not asked for. */
  finality: Finality | undefined;
  onChoose: (chosen: ChosenBlock) => void;
}) {
  const block = readChosenBlock(chosen, latest, finality);
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
          value={chosen.text}
          onChange={(event) => onChoose({ kind: 'number', text: event.target.value })}
          className={`${fieldClass({ size: 's', mono: true })} w-32`}
        />
      )}
      {chosen.kind === 'number' && block.ok && block.value !== 'latest' && !/^[\d,]+$/.test(chosen.text.trim()) && (
        <span className="text-muted text-s">
          block <span className="tabular-nums">{formatInteger(block.value)}</span>
        </span>
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
