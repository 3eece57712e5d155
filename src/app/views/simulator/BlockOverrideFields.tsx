/** The fields of a simulated block that the reader may override. An empty one follows from the block before. */
import type { BlockDraft } from '../../../core/simulation/draft';
import type { Problems } from '../../../core/simulation/read-draft';
import { draftFields } from '../../ui/form/draft-fields';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';

const FIELDS = [
  ['number', 'Number', 'NUMBER; the next one when empty'],
  ['timestamp', 'Time', 'Seconds since 1970; the block before and its usual distance when empty'],
  ['baseFee', 'Base fee', 'In wei, or with a unit: 3 gwei'],
  ['gasLimit', 'Gas limit', 'Of the whole block'],
  ['miner', 'Coinbase', 'Who gets the tips'],
  ['mixHash', 'prevRandao', 'A number of 32 bytes'],
] as const;

export function BlockOverrideFields({
  title,
  block,
  path,
  problems,
  onBlock,
}: {
  title: string;
  block: BlockDraft;
  path: string;
  problems: Problems;
  onBlock: (change: Partial<BlockDraft>) => void;
}) {
  const field = draftFields<(typeof FIELDS)[number][0]>(block, onBlock, problems, path);
  const changed = FIELDS.filter(([name]) => block[name] !== '').length;
  return (
    <Panel>
      <details open={changed > 0}>
        <summary className="cursor-pointer px-3 py-2 font-medium">
          {title}{' '}
          <span className="font-normal text-muted">{changed === 0 ? 'as they follow' : `${changed} changed`}</span>
        </summary>
        <div className="grid items-start gap-2 px-3 pb-3 sm:grid-cols-2 lg:grid-cols-3">
          {FIELDS.map(([name, label, help]) => (
            <TextField key={name} mono label={label} help={help} {...field(name)} />
          ))}
        </div>
      </details>
    </Panel>
  );
}
